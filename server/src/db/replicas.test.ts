import { setTimeout as sleep } from 'node:timers/promises'
import { castVote, getPoll, listPolls } from '@wtpu/contract/polls/polls'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { startReplicated, type Replicated } from '#testing/replicated.ts'
import { startTestApp } from '#testing/test-app.ts'

let servers: Replicated

beforeAll(async () => {
  servers = await startReplicated()
}, 180_000)
afterAll(() => servers.stop())

/** A site with one replica, which is used at first unless it follows another database. */
async function start(replicaUrl = servers.replica.url, isUsed = true) {
  const lines: string[] = []
  const logTo = { write: (line: string) => void lines.push(line) }
  const t = await startTestApp({ replicaUrls: [replicaUrl], logLevel: 'warn' }, undefined, servers.primary.url, logTo)
  const isFromReplica = () =>
    t.app.reads.run(async (db: Db) => (await db.execute(sql`select pg_is_in_recovery() as yes`)).rows[0]?.['yes'])
  await expect.poll(isFromReplica).toBe(isUsed)
  const poll = await t.make.poll()
  const vote = async () =>
    t.as(await t.make.user()).call(castVote, { params: { id: poll.id }, body: { option_id: poll.options[0]!.id } })
  const total = async () => (await t.call(getPoll, { params: { id: poll.id } })).json().total_votes
  const listedTotal = async () => (await t.call(listPolls, { querystring: {} })).json()[0].total_votes
  return {
    ...t,
    isFromReplica,
    vote,
    total,
    listedTotal,
    warnings: () => lines.filter((line) => line.includes('the replica')),
  }
}

test('shared responses come from the replica, and show every vote that was answered before', async () => {
  await using t = await start()

  for (let votes = 1; votes <= 20; votes++) {
    await t.vote()
    expect(await t.total()).toBe(votes)
  }
  await expect.poll(t.isFromReplica).toBe(true)
})

test('a replica that has not replayed a change is passed over, and one that is late for five seconds is not used', async () => {
  await using t = await start()
  await t.vote()
  expect(await t.total()).toBe(1)

  await servers.onReplica('select pg_wal_replay_pause()')
  await t.vote()
  expect(await Promise.all([t.total(), t.listedTotal()])).toEqual([2, 2])
  await expect.poll(() => t.warnings().at(-1)).toContain('more than five seconds behind')
  expect(await t.isFromReplica()).toBe(false)

  await servers.onReplica('select pg_wal_replay_resume()')
  await expect.poll(t.isFromReplica).toBe(true)
  expect(await t.total()).toBe(2)
  expect(t.warnings().at(-1)).toContain('is used again')
})

test('reads go on without the replica, and use it again when it is back', async () => {
  await using t = await start()
  await servers.replica.kill()

  for (let votes = 1; votes <= 5; votes++) {
    await t.vote()
    expect(await t.total()).toBe(votes)
  }
  await expect.poll(t.isFromReplica).toBe(true)
})

test('warns of a replica of another database, and does not use it', async () => {
  await using t = await start(inject('databaseUrl'), false)
  await expect.poll(() => t.warnings().at(-1)).toContain('it follows another database: check DATABASE_REPLICA_URL')
  expect(await t.total()).toBe(0)
})

test('reads do not wait for a replica that is frozen', async () => {
  await using t = await start()
  await servers.replica.freeze()

  await t.vote()
  expect(await t.total()).toBe(1)
  expect(await t.isFromReplica()).toBe(false)
  expect(t.warnings().at(-1)).toContain('is not used')

  await servers.replica.thaw()
  await expect.poll(t.isFromReplica).toBe(true)
})

test('reads go on from the replica, and the server is ready, while the primary is frozen', async () => {
  await using t = await start()
  await t.vote()
  // Reads come from the replica once it has the vote.
  await expect.poll(t.isFromReplica).toBe(true)
  await servers.primary.freeze()

  expect((await t.app.inject('/readyz')).statusCode).toBe(200)
  expect(await t.total()).toBe(1)
  expect(await t.isFromReplica()).toBe(true)

  await servers.primary.thaw()
  await t.vote()
  expect(await t.total()).toBe(2)
})

test('without a primary, reads go on from a replica that lacks the end of its log, and the server is ready', async () => {
  await using t = await start()
  await t.vote()
  await expect.poll(t.isFromReplica).toBe(true)
  await servers.onReplica('select pg_wal_replay_pause()')
  await t.vote()
  // The server learns where the primary is.
  await expect.poll(() => t.app.reads.lags()[0]?.lag).toBeGreaterThan(0)
  const waitTooLongOnce = () => {
    let tries = 0
    return async () => {
      if (tries++ === 0) throw new Error('timeout exceeded when trying to connect')
      return 'read'
    }
  }
  await expect(t.app.reads.run(waitTooLongOnce())).rejects.toThrow('timeout exceeded')
  await servers.primary.freeze()
  // The read asks whether the primary is still there before it gives up.
  const outcome = await t.app.reads.run(waitTooLongOnce()).catch(String)

  const statuses = new Set<number>()
  // A replica may be behind for a shorter time.
  for (const end = performance.now() + 10_000; performance.now() < end; await sleep(500)) {
    statuses.add((await t.app.inject('/readyz')).statusCode)
    statuses.add((await t.call(listPolls, { querystring: {} })).statusCode)
  }
  await servers.primary.thaw()
  await servers.onReplica('select pg_wal_replay_resume()')

  expect(outcome).toBe('read')
  expect([...statuses]).toEqual([200])
  expect(t.warnings()).toEqual([])
  await expect.poll(t.isFromReplica).toBe(true)
})

test('does not use a replica that has become the primary', async () => {
  await using t = await start(servers.primary.url, false)

  await expect.poll(() => t.warnings().at(-1)).toContain('it is the primary')
  expect(await t.total()).toBe(0)
})
