import { once } from 'node:events'
import net from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { castVote, listMyVotes } from '@wtpu/contract/polls/polls'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#db/open.ts'
import { startReplicated, type Replicated } from '#testing/replicated.ts'
import { startTestApp } from '#testing/test-app.ts'

let servers: Replicated

beforeAll(async () => {
  // As in a synchronous cluster: a commit is answered when the replica has it.
  servers = await startReplicated({ synchronous_standby_names: '*' })
}, 180_000)
afterAll(() => servers.stop())

/** The address of whichever server is the primary. `switchTo` ends the connections to the one before. */
async function startProxy(first: string) {
  let target = Number(new URL(first).port)
  const open = new Set<net.Socket>()
  const server = net.createServer((client) => {
    const upstream = net.connect(target, '127.0.0.1')
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      open.add(from)
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => open.delete(from))
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port
  const { port } = server.address() as net.AddressInfo
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    url: Object.assign(new URL(first), { port: String(port) }).href,
    switchTo(url: string) {
      target = Number(new URL(url).port)
      cut()
    },
    async [Symbol.asyncDispose]() {
      cut()
      await once(server.close(), 'close')
    },
  }
}

test('votes go on when a replica becomes the primary: none that was answered is lost, and none counts twice', async () => {
  await using proxy = await startProxy(servers.primary.url)
  await using t = await startTestApp({}, undefined, proxy.url)
  const poll = await t.make.poll()
  const users = await Promise.all(Array.from({ length: 120 }, () => t.make.user()))
  const authorizations = await Promise.all(users.map((user) => t.as(user).authorization()))
  const vote = async (authorization: string) =>
    t.call(castVote, { params: { id: poll.id }, body: { option_id: poll.options[0]!.id } }, { authorization })

  // Their sessions are known, as those of people who read before they vote.
  await Promise.all(authorizations.map((authorization) => t.call(listMyVotes, {}, { authorization })))
  const votes: ReturnType<typeof vote>[] = []
  let migrated: ReturnType<typeof migrate> | undefined
  for (const [index, authorization] of authorizations.entries()) {
    votes.push(vote(authorization))
    await sleep(20)
    if (index === 40) {
      await servers.primary.kill()
      await servers.primary.stop()
      // For a while there is no server, and then one that only reads.
      await sleep(500)
      proxy.switchTo(servers.replica.url)
      migrated = migrate(proxy.url)
      void sleep(1_000).then(() => servers.onReplica('select pg_promote()'))
    }
  }
  const responses = await Promise.all(votes)
  await migrated

  const answered = responses.filter(({ statusCode }) => statusCode === 200).length
  const others = new Set(responses.map(({ statusCode }) => statusCode).filter((status) => status !== 200))
  const { rows } = await t.db.execute<Record<'votes' | 'counted' | 'total', number>>(sql`select
    (select count(*) from poll_votes) as votes,
    (select sum(vote_count) from poll_options) as counted, (select sum(total_votes) from poll_totals) as total`)
  expect(rows[0]).toEqual({ votes: rows[0]?.votes, counted: rows[0]?.votes, total: rows[0]?.votes })
  expect(rows[0]?.votes).toBeGreaterThanOrEqual(answered)
  // 64 without waiting for the next primary.
  expect(answered).toBeGreaterThan(80)
  expect([...others].filter((status) => status !== 503)).toEqual([])
})
