import { once } from 'node:events'
import http from 'node:http'
import type net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { listPolls, castVote } from '@wtpu/contract/polls/polls'
import { enterSite } from '@wtpu/contract/site/site'
import { expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { checkRedis, Redis } from '#server/redis.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { startRedis } from './redis-server.ts'

/** Three servers on one database and one Redis. `warnings` has the lines that they log. */
async function startServers(servers = 3) {
  const redis = await startRedis()
  const warnings: string[] = []
  const settings = { redisUrl: redis.url, logLevel: 'warn' as const, trustedProxies: 1 }
  const logTo = { write: (line: string) => void warnings.push(line) }
  const first = await startTestApp(settings, undefined, undefined, logTo)
  const others = await Promise.all(
    Array.from({ length: servers - 1 }, () => startTestApp(settings, undefined, first.url, logTo)),
  )
  const all = [first, ...others]
  return {
    all,
    first,
    redis,
    /** Those that are about Redis. */
    warnings: () => warnings.filter((line) => line.includes('Redis')),
    async [Symbol.asyncDispose]() {
      for (const server of all.toReversed()) await server[Symbol.asyncDispose]()
      await redis[Symbol.asyncDispose]()
    },
  }
}

/** The statuses of tries with an access code, each from the same address. */
async function pass(servers: TestApp[], from: string, triesPerServer: number): Promise<number[]> {
  const tries = servers.flatMap((server) =>
    Array.from({ length: triesPerServer }, () =>
      server.call(enterSite, { body: { code: 'wrong' } }, { 'x-forwarded-for': from }),
    ),
  )
  return (await Promise.all(tries)).map(({ statusCode }) => statusCode)
}

const allowed = (statuses: number[]) => statuses.filter((status) => status === 200).length

test('a limit per network holds across servers, and an address that a client claims does not pass it', async () => {
  await using t = await startServers()

  expect(allowed(await pass(t.all, '203.0.113.1', 20))).toBe(20)
  expect(allowed(await pass(t.all, '203.0.113.2', 5))).toBe(15)
  // The proxy appends the real address; what is in front of it comes from the client.
  expect(allowed(await pass(t.all, '198.51.100.7, 203.0.113.1', 5))).toBe(0)
  expect(allowed(await pass(t.all, '2001:db8::1', 5)) + allowed(await pass(t.all, '2001:db8::2', 5))).toBe(20)
  const from = (subnet: number) => pass(t.all, `2001:db8:1:${subnet}::1`, 1)
  expect(allowed((await Promise.all(Array.from({ length: 20 }, (_, subnet) => from(subnet)))).flat())).toBe(22)
})

/** Opens a live stream on a server that listens. */
async function openStream(server: TestApp): Promise<http.IncomingMessage> {
  if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.app.server.address() as net.AddressInfo
  const request = http.request({ port, host: '127.0.0.1', path: '/api/live/', agent: false }).end()
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the only argument of the event
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  response.on('error', () => undefined)
  return response
}

test('a network has at most twenty live streams on all servers, and those of a server that died do not count', async () => {
  await using t = await startServers(2)
  const [first, second] = t.all
  const open = (server: TestApp, count: number) => Promise.all(Array.from({ length: count }, () => openStream(server)))
  const streams = [...(await open(first!, 12)), ...(await open(second!, 8))]
  expect(streams.map(({ statusCode }) => statusCode)).toEqual(streams.map(() => 200))
  expect((await openStream(second!)).statusCode).toBe(429)

  streams[0]!.destroy()
  await expect.poll(async () => (await openStream(second!)).statusCode).toBe(200)

  // As if the first server had not said for 30 seconds that it runs.
  const log = { warn: () => undefined }
  const redis = await Redis.open({ url: t.redis.url, secret: t.first.config.jwtSecret, log })
  const key = 'slots:streams 127.0.0.1'
  await redis.run((client) => client.hSet(key, 'a server that died', '20'))
  expect((await openStream(second!)).statusCode).toBe(429)
  expect(await redis.run((client) => client.hKeys(key))).toHaveLength(2)
  redis.close()
})

test('what could not be given back while Redis was away does not count afterwards', async () => {
  await using t = await startServers(1)
  const streams = [await openStream(t.first)]
  streams.push(...(await Promise.all(Array.from({ length: 19 }, () => openStream(t.first)))))
  t.redis.signal('SIGSTOP')
  await expect.poll(() => t.warnings().length).toBe(1)

  for (const stream of streams) stream.destroy()
  await expect.poll(() => t.first.app.live.browsers()).toBe(0)
  t.redis.signal('SIGCONT')
  await expect.poll(() => t.warnings().length).toBe(2)
  expect((await openStream(t.first)).statusCode).toBe(200)
})

test('one client runs at most eight requests at a time on all servers, and the others wait', async () => {
  await using t = await startServers()
  const blocked = async () => {
    const { rows } = await t.first.db.execute<{ count: number }>(sql`select count(*) from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`)
    return Number(rows[0]?.count)
  }
  const started = await t.first.db.transaction(async (tx) => {
    await tx.execute(sql`lock table poll_options in access exclusive mode`)
    const calls = t.all.flatMap((server) =>
      Array.from({ length: 10 }, (_, q) => server.app.inject({ url: `/api/polls/?q=${q}` })),
    )
    await expect.poll(blocked).toBe(8)
    await sleep(200)
    expect(await blocked()).toBe(8)
    return { calls: Promise.all(calls) }
  })

  expect((await started.calls).map(({ statusCode }) => statusCode)).not.toContain(429)
})

test('invalidations reach the other servers through Redis', async () => {
  await using t = await startServers()
  const [user, poll] = [await t.first.make.user(), await t.first.make.poll()]
  const notified = await countNotifications(t.first)
  const totals = () =>
    Promise.all(t.all.map(async (server) => (await server.call(listPolls, { querystring: {} })).json()[0].total_votes))
  expect(await totals()).toEqual([0, 0, 0])

  await t.first.as(user).call(castVote, { params: { id: poll.id }, body: { option_id: poll.options[0]!.id } })

  await expect.poll(totals).toEqual([1, 1, 1])
  expect(notified()).toBe(0)
})

/** How many notifications PostgreSQL has sent since. */
async function countNotifications({ url }: TestApp): Promise<() => number> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  let count = 0
  client.on('notification', () => count++)
  await client.connect()
  await client.query('listen wtpu_changed')
  return () => count
}

test('without Redis, servers go on: they notify each other through PostgreSQL, count alone, warn once, and return', async () => {
  await using t = await startServers()
  const [users, poll] = [[await t.first.make.user(), await t.first.make.user()], await t.first.make.poll()]
  const vote = (user: { id: number } | undefined) =>
    t.first.as(user!).call(castVote, { params: { id: poll.id }, body: { option_id: poll.options[0]!.id } })
  const totals = () =>
    Promise.all(t.all.map(async (server) => (await server.call(listPolls, { querystring: {} })).json()[0].total_votes))
  expect(await totals()).toEqual([0, 0, 0])

  await t.redis.stop()
  expect((await vote(users[0])).statusCode).toBe(200)
  await expect.poll(totals).toEqual([1, 1, 1])
  expect(allowed(await pass(t.all, '203.0.113.1', 25))).toBe(60)
  expect(t.warnings().filter((line) => line.includes('is away'))).toHaveLength(3)

  await t.redis.start()
  await expect.poll(() => t.warnings().filter((line) => line.includes('is back')).length).toBe(3)
  expect(allowed(await pass(t.all, '203.0.113.2', 20))).toBe(20)
  expect((await vote(users[1])).statusCode).toBe(200)
  await expect.poll(totals).toEqual([2, 2, 2])
})

test('a Redis that does not answer is not asked again until it does', async () => {
  await using t = await startServers(1)
  t.redis.signal('SIGSTOP')

  expect(await pass(t.all, '203.0.113.1', 3)).toEqual([200, 200, 200])
  expect(t.warnings()).toMatchObject([expect.stringContaining('Redis did not answer')])

  t.redis.signal('SIGCONT')
  await expect.poll(() => t.warnings().length).toBe(2)
})

test.each([
  ['a wrong password', ['--requirepass', 'right'], (url: string) => url.replace('//', '//:wrong-secret@')],
  ['a wrong address', [], () => 'redis://127.0.0.1:1'],
])('says that REDIS_URL is to be checked with %s', async (_what, options, urlOf) => {
  await using redis = await startRedis(...options)

  const error = await checkRedis(urlOf(redis.url)).catch(String)

  expect(error).toMatch(/Redis at 127\.0\.0\.1:\d+ cannot be used: .+\nCheck REDIS_URL/)
  expect(error).not.toContain('wrong-secret')
})
