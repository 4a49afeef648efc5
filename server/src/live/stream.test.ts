import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import type net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { castVote } from '@wtpu/contract/polls'
import { sql } from 'drizzle-orm'
import fastify, { type FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import { startTestApp, startTestDatabase } from '#testing/test-app.ts'
import { changed, changedOnCommit } from './changed.ts'
import { descriptorLimit } from './descriptors.ts'
import { liveRoutes, openStream as openLiveStream } from './stream.ts'

type TestApp = { app: FastifyInstance }

/** A browser's stream: what has arrived so far, and a way to cut it. */
async function openStream(t: TestApp, options: http.RequestOptions = {}) {
  if (!t.app.server.listening) await t.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = t.app.server.address() as net.AddressInfo
  const received: string[] = []
  const request = http.request({ port, host: '127.0.0.1', path: '/api/live/', ...options }).end()
  const response = await new Promise<http.IncomingMessage>((resolve) => request.on('response', resolve))
  response.setEncoding('utf8').on('data', (text: string) => received.push(text))
  response.on('error', () => undefined)
  return { received: () => received.join(''), response, cut: () => request.destroy() }
}

test('a committed vote reaches an open stream as the path that went stale', async () => {
  await using t = await startTestApp()
  const stream = await openStream(t)
  const citizen = await t.make.user()
  const poll = await t.make.poll()

  await t.as(citizen).call(castVote, { params: { id: poll.id }, body: { option_id: poll.options[0]!.id } })

  await expect.poll(stream.received).toContain('data: /api/polls/\n\n')
  expect(stream.response.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
  })
  stream.cut()
})

test('what is rolled back is never told', async () => {
  await using t = await startTestApp()
  const stream = await openStream(t)

  await t.db
    .transaction(async (tx) => {
      await changedOnCommit(tx, '/api/politicians/')
      tx.rollback()
    })
    .catch(() => undefined)
  await t.db.transaction((tx) => changedOnCommit(tx, '/api/polls/'))

  await expect.poll(stream.received).toContain('/api/polls/')
  expect(stream.received()).not.toContain('/api/politicians/')
  stream.cut()
})

test('a hundred changes in a moment are told at most once a second', async () => {
  await using t = await startTestApp()
  const stream = await openStream(t)

  await Promise.all(Array.from({ length: 100 }, () => changedOnCommit(t.db, '/api/polls/')))
  await expect.poll(stream.received).toContain('/api/polls/')

  expect(stream.received().match(/data:/g)?.length).toBeLessThanOrEqual(2)
  stream.cut()
})

test('hints go on after the listening connection was lost, and everything counts as stale in between', async () => {
  await using t = await startTestApp()
  const stream = await openStream(t)
  const listening = sql`datname = current_database() and query like 'listen%'`
  await expect
    .poll(async () => (await t.db.execute(sql`select pid from pg_stat_activity where ${listening}`)).rows.length)
    .toBe(1)
  await t.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity where ${listening}`)

  await expect.poll(stream.received, { timeout: 5_000 }).toContain('data: /api/\n\n')
  changed(t.db, '/api/polls/')

  await expect.poll(stream.received, { timeout: 5_000 }).toContain('data: /api/polls/')
  stream.cut()
})

test('closing the server ends open streams', async () => {
  const t = await startTestApp()
  const stream = await openStream(t)
  const ended = new Promise((resolve) => stream.response.on('close', resolve))

  const started = performance.now()
  await t[Symbol.asyncDispose]()
  await ended

  expect(performance.now() - started).toBeLessThan(3_000)
})

test('HEAD answers at once and takes no place', async () => {
  await using t = await startTestApp()

  for (let count = 0; count < 30; count++) {
    const { response } = await openStream(t, { method: 'HEAD' })
    await once(response, 'end')
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/event-stream'])
  }

  expect((await openStream(t)).response.statusCode).toBe(200)
})

test('a network has twenty places, and one that is left is free again', async () => {
  await using t = await startTestApp()
  const streams = await Promise.all(Array.from({ length: 20 }, () => openStream(t)))
  expect(streams.map((one) => one.response.statusCode)).toEqual(streams.map(() => 200))

  const refused = await openStream(t)

  expect([refused.response.statusCode, refused.response.headers['retry-after']]).toEqual([429, '30'])
  await expect.poll(refused.received).toContain('too_many_streams')
  expect((await openStream(t, { localAddress: '127.0.0.2' })).response.statusCode).toBe(200)
  streams[7]?.cut()
  await expect.poll(async () => (await openStream(t)).response.statusCode).toBe(200)
  expect((await openStream(t)).response.statusCode).toBe(429)
})

const connectionsOf = ({ app }: TestApp) =>
  new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))

/** A server of nothing but streams, with limits of its own. */
async function streamsOnly(total: number) {
  const database = await startTestDatabase()
  const live = openLiveStream({
    databaseUrl: database.url,
    onStale: () => undefined,
    log: { warn: () => undefined },
    limits: { total },
  })
  const app = fastify()
  liveRoutes(app, live, (request) => String(request.query))
  await app.ready()
  return {
    app,
    live,
    async [Symbol.asyncDispose]() {
      await live.close()
      await app.close()
      await database[Symbol.asyncDispose]()
    },
  }
}

test('beyond the total of a server everybody else gets 503', async () => {
  await using t = await streamsOnly(2)
  const streams = [await openStream(t), await openStream(t)]

  const refused = await openStream(t)

  expect([refused.response.statusCode, refused.response.headers['retry-after']]).toEqual([503, '30'])
  streams[0]?.cut()
  await expect.poll(async () => (await openStream(t)).response.statusCode).toBe(200)
})

test('a browser that stopped reading is cut off', async () => {
  await using t = await streamsOnly(2)
  const { response } = await openStream(t)
  response.pause()
  const cut = new Promise((resolve) => response.on('close', resolve))
  // More than the sockets' buffers take.
  for (let count = 0; count < 100_000; count++) t.live.hint(`/api/${'x'.repeat(100)}/${count}/`)

  const again = setInterval(() => t.live.hint('/api/polls/'), 100)
  await expect.poll(() => connectionsOf(t), { timeout: 10_000 }).toBe(0)
  clearInterval(again)
  response.resume()
  await cut
})

test.each([
  ['Max open files            1024                 524288               files', 1024],
  ['Max open files            unlimited            unlimited            files', Infinity],
  ['Max processes             7                    7                    processes', 1024],
])('reads the descriptor limit of the process as %s', async (line, limit) => {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'wtpu-limits-')), 'limits')
  await writeFile(file, `Limit                     Soft Limit           Hard Limit           Units\n${line}\n`)
  expect(descriptorLimit(file)).toBe(limit)
  await rm(path.dirname(file), { recursive: true })
})

test('takes a common limit where the system does not say', () => {
  expect(descriptorLimit('/nowhere/limits')).toBe(1024)
})
