import type { ServerResponse } from 'node:http'
import { once } from 'node:events'
import http from 'node:http'
import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { constants, createGunzip } from 'node:zlib'
import type { PublicCounts } from '@wtpu/contract/live'
import { ratePolitician } from '@wtpu/contract/politicians'
import { castVote } from '@wtpu/contract/polls/polls'
import { sql } from 'drizzle-orm'
import fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { identify, openStream, openStreamWithTicket, untilListening } from '#testing/live-stream.ts'
import { startTestApp } from '#testing/test-app.ts'
import { startTestDatabase } from '#testing/test-database.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { publishInvalidation, publishInvalidationOnCommit } from './publish.ts'
import type { Message, Path } from './messages.ts'
import { descriptorLimit } from './descriptor-limit.ts'
import { liveRoutes, openStream as openLiveStream } from './stream.ts'

type TestApp = { app: FastifyInstance }

const stale = (path: Path): Message => ({ kind: 'stale', path })

test('a committed vote sends the current counts of its poll to open streams', async () => {
  await using t = await startTestApp()
  await untilListening(t)
  const stream = await openStream(t)
  const citizen = await t.make.user()
  const poll = await t.make.poll()
  const [voted, ...others] = poll.options.map(({ id }) => id)

  await t.as(citizen).call(castVote, { params: { id: poll.id }, body: { option_id: voted! } })

  const options = [[voted, 1], ...others.map((id) => [id, 0])]
  const counts = { polls: [{ id: poll.id, total_votes: 1, options, version: 1 }], politicians: [] }
  await expect.poll(stream.received).toContain(`event: counts\ndata: ${JSON.stringify(counts)}\n\n`)
  expect(stream.received()).not.toContain('data: /api/polls/')
  expect(stream.response.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-store, no-transform',
  })
  stream.cut()
})

test('a committed rating sends the current counts of its official', async () => {
  await using t = await startTestApp()
  await untilListening(t)
  const stream = await openStream(t)
  const [citizen, official] = [await t.make.user(), await t.make.politician()]

  await t.as(citizen).call(ratePolitician, { params: { id: official.id }, body: { type: 'bad' } })

  const counts = { polls: [], politicians: [{ id: official.id, good_job_count: 0, bad_job_count: 1, version: 1 }] }
  await expect.poll(stream.received).toContain(`event: counts\ndata: ${JSON.stringify(counts)}\n\n`)
  stream.cut()
})

test('compresses the stream for browsers that accept gzip', async () => {
  await using t = await startTestApp()
  await untilListening(t)
  const [plain, compressed] = [await openStream(t), await openStream(t, { headers: { 'accept-encoding': 'gzip, br' } })]
  const text: string[] = []
  // Flushes like a browser, which shows each event before the stream ends.
  const gunzip = createGunzip({ flush: constants.Z_SYNC_FLUSH })
  gunzip.setEncoding('utf8').on('data', (part: string) => text.push(part))
  gunzip.on('error', () => undefined)
  for (const part of compressed.chunks()) gunzip.write(part)
  compressed.response.on('data', (part: Buffer) => gunzip.write(part))

  for (const id of [1, 2, 3]) {
    publishInvalidation(t.db, `/api/politicians/${id}/`)
    await expect.poll(() => text.join('')).toContain(`data: /api/politicians/${id}/\n\n`)
  }

  expect([plain, compressed].map(({ response }) => response.headers['content-encoding'])).toEqual([undefined, 'gzip'])
  const withoutTicket = (received: string) => received.replace(/data: [\w-]{24}\n/, '')
  await expect.poll(() => withoutTicket(plain.received())).toBe(withoutTicket(text.join('')))
  for (const stream of [plain, compressed]) stream.cut()
})

test('a server sends votes cast on another one, and those from before it started', async () => {
  await using t = await startTestApp()
  const [early, late, poll] = [await t.make.user(), await t.make.user(), await t.make.poll()]
  const vote = { params: { id: poll.id }, body: { option_id: poll.options[0]!.id } }
  await t.as(early).call(castVote, vote)
  await using restarted = await startTestApp({}, undefined, t.url)
  await untilListening(t, 2)
  const stream = await openStream(restarted)

  await t.as(late).call(castVote, vote)

  await expect.poll(stream.received).toContain(`[${poll.options[0]!.id},2]`)
  expect(stream.received()).toContain('"version":2}')
  stream.cut()
})

test('a server that still reads its name takes messages of another one', async () => {
  await using t = await startTestApp()
  await untilListening(t)
  const { starting } = await t.db.transaction(async (tx) => {
    await tx.execute(sql`lock table site`)
    const app = startTestApp({}, undefined, t.url)
    await untilListening(t, 2)
    publishInvalidation(t.db, '/api/')
    await sleep(300)
    return { starting: app }
  })
  await using second = await starting
  expect((await second.app.inject('/api/polls/')).statusCode).toBe(200)
})

test('a new stream starts with what became stale a moment ago', async () => {
  await using t = await startTestApp()
  await untilListening(t)
  const early = await openStream(t)
  const [citizen, poll] = [await t.make.user(), await t.make.poll()]
  publishInvalidation(t.db, '/api/roll-calls/7/')
  await t.as(citizen).call(castVote, { params: { id: poll.id }, body: { option_id: poll.options[0]!.id } })
  await expect.poll(early.received).toContain('event: counts')

  const late = await openStream(t)

  // Counts are repeated as an invalidation about their lists.
  await expect.poll(late.received).toContain('data: /api/roll-calls/7/\n\n')
  expect(late.received()).toContain('data: /api/polls/\n\n')
  expect(late.received()).not.toContain('event: counts')
  for (const stream of [early, late]) stream.cut()
})

test('a stream hears of what only members may read once it has a user, and then of what it missed', async () => {
  await using t = await startTestApp()
  await untilListening(t)
  const [anonymous, members, later] = [
    await openStream(t),
    await openStreamWithTicket(t),
    await openStreamWithTicket(t),
  ]
  const ada = await t.make.user()
  await identify(t, ada, members.tickets()[0])
  await expect.poll(members.received).toContain('event: news')
  const paths = ['/api/boilerroom/posts/7/', '/api/forums/discussions/8/', '/api/comments/'] as const

  for (const path of [...paths, '/api/roll-calls/9/'] as const) publishInvalidation(t.db, path)
  for (const { received } of [anonymous, members, later])
    await expect.poll(received).toContain('data: /api/roll-calls/9/\n\n')
  for (const path of paths) await expect.poll(members.received).toContain(`data: ${path}\n\n`)
  const replayed = await openStreamWithTicket(t)
  for (const { received } of [anonymous, later, replayed]) expect(received()).not.toMatch(/boilerroom|forums|comments/)

  for (const stream of [later, replayed]) {
    await identify(t, ada, stream.tickets()[0])
    for (const path of paths) await expect.poll(stream.received).toContain(`data: ${path}\n\n`)
  }
  expect(anonymous.received()).not.toMatch(/boilerroom|forums|comments/)

  // Nobody knows any more what a stream missed that gets its user this late.
  const tomorrow = Date.now() + 86_400_000
  vi.spyOn(Date, 'now').mockReturnValue(tomorrow)
  onTestFinished(() => void vi.restoreAllMocks())
  const everything = (text: string) => text.split('data: /api/\n\n').length
  const before = everything(anonymous.received())
  t.app.live.handle({ kind: 'ticket', ticket: anonymous.tickets()[0]!, userId: ada.id })
  await expect.poll(() => everything(anonymous.received())).toBe(before + 1)
  for (const stream of [anonymous, members, later, replayed]) stream.cut()
})

test('a rolled back transaction sends no invalidation', async () => {
  await using t = await startTestApp()
  await untilListening(t)
  const stream = await openStream(t)

  await t.db
    .transaction(async (tx) => {
      await publishInvalidationOnCommit(tx, '/api/politicians/')
      throw new Error('rolled back')
    })
    .catch(() => undefined)
  await t.db.transaction((tx) => publishInvalidationOnCommit(tx, '/api/polls/'))

  await expect.poll(stream.received).toContain('/api/polls/')
  expect(stream.received()).not.toContain('/api/politicians/')
  stream.cut()
})

test('sends invalidations at most once a second, without repeating a path', async () => {
  await using t = await streamsOnly(2)
  const browser = new PassThrough()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the stream uses only methods of a writable
  t.live.join(browser as unknown as http.ServerResponse, () => undefined)
  const sent = () => String(browser.read() ?? '')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })

  for (let count = 0; count < 100; count++) t.live.handle(stale('/api/polls/'))
  vi.advanceTimersByTime(1)
  expect(sent()).toBe('data: /api/polls/\n\n')

  for (const path of ['/api/polls/', '/api/roll-calls/', '/api/polls/'] as const) t.live.handle(stale(path))
  vi.advanceTimersByTime(998)
  expect(sent()).toBe('')
  vi.advanceTimersByTime(2)
  expect(sent()).toBe('data: /api/polls/\n\ndata: /api/roll-calls/\n\n')
  vi.useRealTimers()
})

test('reconnects after losing the database connection and then reports everything as stale', async () => {
  await using t = await startTestApp()
  const stream = await openStream(t)
  await untilListening(t)
  await t.db.execute(sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and query like 'listen%'`)

  // The new server sends it when the browser joins, and again once it has reconnected.
  const everything = () => stream.received().split('data: /api/\n\n').length - 1
  await expect.poll(everything).toBe(2)
  await untilListening(t)
  publishInvalidation(t.db, '/api/polls/')

  await expect.poll(stream.received).toContain('data: /api/polls/')
  stream.cut()
})

test('closing the server ends open streams', async () => {
  const t = await startTestApp()
  const stream = await openStream(t)
  const ended = new Promise((resolve) => stream.response.on('close', resolve))

  // Hangs until the test's timeout if the stream stays open.
  await t[Symbol.asyncDispose]()
  await ended
  expect(stream.response.complete).toBe(true)
})

test('HEAD requests do not count toward the limit', async () => {
  await using t = await startTestApp()

  for (let count = 0; count < 30; count++) {
    const { response } = await openStream(t, { method: 'HEAD' })
    await once(response, 'end')
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'text/event-stream'])
  }

  expect((await openStream(t)).response.statusCode).toBe(200)
})

test('limits a network to twenty streams, and closing one allows another', async () => {
  await using t = await startTestApp()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  const streams = await Promise.all(Array.from({ length: 20 }, () => openStream(t)))
  expect(streams.map((stream) => stream.response.statusCode)).toEqual(streams.map(() => 200))

  const rejected = await openStream(t)

  expect([rejected.response.statusCode, rejected.response.headers['retry-after']]).toEqual([429, '30'])
  await expect.poll(rejected.received).toContain('too_many_streams')
  expect((await openStream(t, { localAddress: '127.0.0.2' })).response.statusCode).toBe(200)
  streams[7]?.cut()
  await expect.poll(async () => (await openStream(t)).response.statusCode).toBe(200)
  expect((await openStream(t)).response.statusCode).toBe(429)
})

const connectionsOf = ({ app }: TestApp) =>
  new Promise<number>((resolve) => app.server.getConnections((_error, count) => resolve(count)))

const noCounts = async (): Promise<PublicCounts> => ({ polls: [], politicians: [] })

/** A server with only the live stream and a custom limit. */
async function streamsOnly(max: number, readCounts = vi.fn(noCounts)) {
  const database = await startTestDatabase()
  const live = openLiveStream({
    databaseUrl: database.url,
    onMessage: () => undefined,
    takeSlotOf: async () => undefined,
    readCounts,
    readContentCounts: async () => ({ posts: [], discussions: [], comments: [], walls: [] }),
    log: { warn: () => undefined },
    max,
  })
  const app = fastify()
  liveRoutes(app, live, async () => () => undefined)
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

test('rejects streams beyond the limit of the server with 503', async () => {
  await using t = await startTestApp({ liveStreams: 2 })
  const streams = [await openStream(t), await openStream(t)]

  const rejected = await openStream(t)

  expect([rejected.response.statusCode, rejected.response.headers['retry-after']]).toEqual([503, '30'])
  streams[0]?.cut()
  await expect.poll(async () => (await openStream(t)).response.statusCode).toBe(200)
})

test('disconnects a browser that has stopped reading', async () => {
  await using t = await streamsOnly(2)
  const { response } = await openStream(t)
  response.pause()
  const cut = new Promise((resolve) => response.on('close', resolve))
  // More than fits in the socket buffers.
  for (let count = 0; count < 100_000; count++) t.live.handle(stale(`/api/polls/${'x'.repeat(100)}/${count}/`))

  const again = setInterval(() => t.live.handle(stale('/api/polls/')), 100)
  await expect.poll(() => connectionsOf(t)).toBe(0)
  clearInterval(again)
  response.resume()
  await cut
})

test('with many browsers, a repeated invalidation of an item waits, and arrives', async () => {
  await using t = await streamsOnly(600)
  const written: { at: number; text: string }[] = []
  for (let count = 0; count < 600; count++) {
    const write = (bytes: Buffer) => {
      if (count === 0) written.push({ at: performance.now(), text: bytes.toString() })
    }
    const browser = { writableLength: 0, write, on: () => undefined, end: () => undefined }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what the stream uses of it
    t.live.join(browser as unknown as ServerResponse, () => undefined)
  }
  const item = '/api/roll-calls/7/'

  t.live.handle(stale(item))
  await expect.poll(() => written).toHaveLength(1)
  t.live.handle(stale(item))
  await expect.poll(() => written).toHaveLength(2)

  expect(written.map(({ text }) => text)).toEqual([`data: ${item}\n\n`, `data: ${item}\n\n`])
  expect(written[1]!.at - written[0]!.at).toBeGreaterThan(1_500)
})

test.each([
  ['Max open files            1024                 524288               files', 1024],
  ['Max open files            unlimited            unlimited            files', Infinity],
  ['Max processes             7                    7                    processes', 1024],
])('parses the descriptor limit: %s', (line, limit) => {
  const limits = `Limit                     Soft Limit           Hard Limit           Units\n${line}\n`

  expect(descriptorLimit(temporaryFolder({ limits }).at('limits'))).toBe(limit)
})

test('uses a default if the descriptor limit cannot be read', () => {
  expect(descriptorLimit('/nowhere/limits')).toBe(1024)
})
