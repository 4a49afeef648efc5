import http from 'node:http'
import type net from 'node:net'
import { getUser } from '@wtpu/contract/accounts/accounts'
import { castVote } from '@wtpu/contract/polls/polls'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { pollVotes } from '#db/schema/polls.ts'
import { startTestApp } from '#testing/test-app.ts'

type TestApp = Awaited<ReturnType<typeof startTestApp>>

/** Number of connections that wait for a lock. */
async function blocked(t: TestApp): Promise<number> {
  const { rows } = await t.db.execute<{ count: number }>(sql`select count(*) from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`)
  return Number(rows[0]?.count)
}

const lockRowOf = (user: { id: number }) => (tx: Db) =>
  tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for('update')

/** Runs `work` while another transaction holds the locks taken by `lock`. */
async function whileLocked<T>(t: TestApp, lock: (tx: Db) => Promise<unknown>, work: () => Promise<T>): Promise<T> {
  return t.db.transaction(async (tx) => {
    await lock(tx)
    return work()
  })
}

test('300 concurrent requests of one user do not block the database for others', async () => {
  await using t = await startTestApp()
  const [greedy, other, poll] = [await t.make.user(), await t.make.user(), await t.make.poll()]
  const vote = (user: { id: number }) =>
    t.as(user).call(castVote, { params: { id: poll.id }, body: { option_id: poll.options[0]!.id } })
  await t.as(greedy).authorization()

  const started = await whileLocked(t, lockRowOf(greedy), async () => {
    const votes = Array.from({ length: 300 }, () => vote(greedy))
    await expect.poll(() => blocked(t)).toBe(8)
    expect((await vote(other)).statusCode).toBe(200)
    expect(await blocked(t)).toBe(8)
    return votes.map((response) => ({ response }))
  })

  const responses = await Promise.all(started.map((entry) => entry.response))
  const count = (status: number) => responses.filter((response) => response.statusCode === status).length
  expect([count(200), count(409), count(429)]).toEqual([1, 107, 192])
  expect(responses.find((response) => response.statusCode === 429)?.headers['retry-after']).toBe('1')
})

test('anonymous requests of one network do not block the database for another network', async () => {
  await using t = await startTestApp()
  const user = await t.make.user()
  const search = (remoteAddress: string, q: number) => t.app.inject({ url: `/api/polls/?q=${q}`, remoteAddress })

  const started = await whileLocked(
    t,
    (tx) => tx.execute(sql`lock table poll_options in access exclusive mode`),
    async () => {
      // All in one /56.
      const searches = Array.from({ length: 40 }, (_, q) => search(`2001:db8:0:${q}::1`, q))
      await expect.poll(() => blocked(t)).toBe(8)
      const profile = await t.app.inject({
        url: getUser.url.replace(':id', String(user.id)),
        remoteAddress: '192.0.2.1',
      })
      expect(profile.statusCode).toBe(200)
      expect(await blocked(t)).toBe(8)
      return searches.map((response) => ({ response }))
    },
  )

  expect(
    new Set((await Promise.all(started.map(({ response }) => response))).map((response) => response.statusCode)),
  ).toEqual(new Set([200]))
})

test('a running request keeps its slot when its client disconnects, and a waiting one leaves the queue', async () => {
  await using t = await startTestApp()
  const [user, poll, skipped] = [await t.make.user(), await t.make.poll(), await t.make.poll()]
  const authorization = await t.as(user).authorization()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = t.app.server.address() as net.AddressInfo
  let arrived = 0
  t.app.server.on('request', () => arrived++)
  const vote = ({ id, options }: typeof poll) => {
    const headers = { authorization, 'content-type': 'application/json' }
    const request = http.request({ port, host: '127.0.0.1', path: `/api/polls/${id}/vote/`, method: 'POST', headers })
    request.on('error', () => undefined)
    request.end(JSON.stringify({ option_id: options[0]!.id }))
    return request
  }
  const connections = () =>
    new Promise<number>((resolve) => t.app.server.getConnections((_error, count) => resolve(count)))

  const last = await whileLocked(t, lockRowOf(user), async () => {
    const running = Array.from({ length: 8 }, () => vote(poll))
    await expect.poll(() => blocked(t)).toBe(8)
    const waiting = vote(skipped)
    await expect.poll(() => arrived).toBe(9)
    for (const request of [...running, waiting]) request.destroy()
    await expect.poll(connections).toBe(0)
    const request = vote(poll)
    const response = new Promise<http.IncomingMessage>((resolve) => request.on('response', resolve))
    await expect.poll(() => arrived).toBe(10)
    expect(await blocked(t)).toBe(8)
    return { response }
  })

  expect((await last.response).statusCode).toBe(409)
  expect(await t.db.$count(pollVotes, eq(pollVotes.pollId, skipped.id))).toBe(0)
  expect(await t.db.$count(pollVotes)).toBe(1)
})
