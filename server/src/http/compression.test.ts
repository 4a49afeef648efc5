import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { expect, test } from 'vitest'
import { compressTexts } from './compression.ts'

const text = 'Parks and rails. '.repeat(100)

async function start() {
  const app = fastify()
  compressTexts(app)
  app.get('/page', (_request, reply) => reply.type('text/html').send(text))
  app.get('/long', (_request, reply) => reply.type('text/html').send(text.repeat(50)))
  app.get('/call', () => ({ text }))
  app.get('/short', () => ({ text: 'Parks' }))
  app.get('/bytes', () => Buffer.from(text))
  const get = (url: string, encodings?: string) =>
    app.inject({ url, headers: encodings === undefined ? {} : { 'accept-encoding': encodings } })
  return { get }
}

test('compresses pages and calls as the client accepts', async () => {
  const { get } = await start()
  const [page, call, plain] = [await get('/page', 'br'), await get('/call', 'gzip, br'), await get('/page')]

  expect([page.headers['content-encoding'], page.headers['vary']]).toEqual(['br', 'accept-encoding'])
  expect(brotliDecompressSync(page.rawPayload).toString()).toBe(text)
  expect(call.headers['content-encoding']).toBe('gzip')
  expect(JSON.parse(gunzipSync(call.rawPayload).toString())).toEqual({ text })
  expect([plain.headers['content-encoding'], plain.headers['vary'], plain.body]).toEqual([
    undefined,
    'accept-encoding',
    text,
  ])
})

test('compresses long texts as well as it can', async () => {
  const { get } = await start()
  const long = await get('/long', 'gzip, br')

  expect(long.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(long.rawPayload).toString()).toBe(text.repeat(50))
})

test('sends short texts and bytes as they are', async () => {
  const { get } = await start()
  for (const url of ['/short', '/bytes']) {
    expect((await get(url, 'br')).headers['content-encoding']).toBeUndefined()
  }
})
