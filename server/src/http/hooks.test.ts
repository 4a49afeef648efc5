import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import fastify, { type InjectOptions } from 'fastify'
import { expect, test } from 'vitest'
import { startTestApp } from '#testing/test-app.ts'

const server = path.join(import.meta.dirname, '..')
const documentation = readFileSync(path.join(server, '../../docs/server.md'), 'utf8')
const ofRequests = /addHook\('(onRequest|preParsing|preValidation|preHandler|preSerialization|onSend|onResponse)'/g

/** A response from memory takes at most this many times the CPU of a bare server, which sends a constant. */
const budget = 2.2

test('docs/server.md says what each hook of all requests costs', () => {
  const hooks = globSync('**/*.ts', { cwd: server, exclude: ['**/*.test.ts'] }).flatMap((file) =>
    [...readFileSync(path.join(server, file), 'utf8').matchAll(ofRequests)].map(([, hook]) => `${hook} ${file}`),
  )
  const rows = [...documentation.matchAll(/^\| `(\w+)` +\| `([\w/.-]+\.ts)`/gm)]
  expect(rows.map(([, hook, file]) => `${hook} ${file}`).toSorted()).toEqual(hooks.toSorted())
})

test('a response from memory stays within the budget of what each request pays', async () => {
  await using t = await startTestApp()
  await using bare = fastify()
  bare.get('/', () => ({ hello: 'world' }))
  const { etag } = (await t.app.inject('/api/polls/')).headers
  const unchanged = { url: '/api/polls/', headers: { 'if-none-match': etag } }

  const cost = async (
    app: { inject(options: InjectOptions): Promise<{ statusCode: number }> },
    options: InjectOptions,
  ) => {
    const before = process.threadCpuUsage()
    for (let count = 0; count < 500; count++) await app.inject(options)
    const { user, system } = process.threadCpuUsage(before)
    return user + system
  }
  let [ofApp, ofBare] = [Infinity, Infinity]
  // The least of several rounds in turns, because other programs and the collection of garbage make single ones slow.
  for (let round = 0; round < 12; round++) {
    ofApp = Math.min(ofApp, await cost(t.app, unchanged))
    ofBare = Math.min(ofBare, await cost(bare, { url: '/' }))
  }

  expect((await t.app.inject(unchanged)).statusCode).toBe(304)
  expect(ofApp / ofBare).toBeLessThan(budget)
})
