import { expect, test } from 'vitest'
import { startTestApp } from '#testing/test-app.ts'
import { parseRange } from './routes.ts'

const content = Buffer.from('0123456789')
const url = '/media/posts/00000000-0000-4000-8000-000000000001.mp4'
const etag = '"00000000-0000-4000-8000-000000000001.mp4"'

async function start() {
  const t = await startTestApp()
  await t.app.files.save(url.replace('/media/', ''), content)
  return t
}

test('sends a whole video with the headers of stored files', async () => {
  await using t = await start()

  const response = await t.app.inject(url)

  expect(response.statusCode).toBe(200)
  expect(response.body).toBe('0123456789')
  expect(response.headers).toMatchObject({
    'content-type': 'video/mp4',
    'content-length': '10',
    'accept-ranges': 'bytes',
    etag,
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
})

test.each<[headers: Record<string, string>, status: number, body: string, contentRange: string | undefined]>([
  [{ range: 'bytes=0-3' }, 206, '0123', 'bytes 0-3/10'],
  [{ range: 'bytes=4-' }, 206, '456789', 'bytes 4-9/10'],
  [{ range: 'bytes=-2' }, 206, '89', 'bytes 8-9/10'],
  [{ range: 'bytes=8-99' }, 206, '89', 'bytes 8-9/10'],
  [{ range: 'bytes=-99' }, 206, '0123456789', 'bytes 0-9/10'],
  [{ range: 'bytes=0-1,4-5' }, 200, '0123456789', undefined],
  [{ range: 'bytes=5-4' }, 200, '0123456789', undefined],
  [{ range: 'bytes=-' }, 200, '0123456789', undefined],
  [{ range: 'lines=1-2' }, 200, '0123456789', undefined],
  [{ range: 'bytes=2-3', 'if-range': etag }, 206, '23', 'bytes 2-3/10'],
  [{ range: 'bytes=2-3', 'if-range': '"other"' }, 200, '0123456789', undefined],
  [{ 'if-none-match': etag }, 304, '', undefined],
  [{ 'if-none-match': `"other", W/${etag}` }, 304, '', undefined],
  [{ 'if-none-match': '"other"' }, 200, '0123456789', undefined],
])('answers %o with %i', async (headers, status, body, contentRange) => {
  await using t = await start()

  const response = await t.app.inject({ url, headers })

  expect([response.statusCode, response.body, response.headers['content-range']]).toEqual([status, body, contentRange])
})

test.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])('responds with 416 to %s', async (range) => {
  await using t = await start()

  const response = await t.app.inject({ url, headers: { range } })

  expect([response.statusCode, response.headers['content-range']]).toEqual([416, 'bytes */10'])
})

test('answers HEAD without reading the file', async () => {
  await using t = await start()

  const response = await t.app.inject({ method: 'HEAD', url })

  expect([response.statusCode, response.body, response.headers['content-length']]).toEqual([200, '', '10'])
})

test('responds with 404 to a missing video and to other types', async () => {
  await using t = await start()

  expect((await t.app.inject(url.replace('.mp4', '.webm'))).statusCode).toBe(404)
  expect((await t.app.inject(url.replace('.mp4', '.html'))).statusCode).toBe(404)
})

test('ignores ranges with numbers of any length', () => {
  expect(parseRange(`bytes=0-${'9'.repeat(100)}`, 10)).toBeUndefined()
})
