import { inArray, sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { type Db, sqlStateOf } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { pendingAnswers } from '#db/schema/polls.ts'
import { ApiError } from '#http/errors.ts'
import { decode, type Message } from '#live/messages.ts'
import { flushInvalidations, invalidationChannel } from '#live/publish.ts'
import { findWrongCounters } from '#testing/counters.ts'
import { runDuring, withoutRetry } from '#testing/races.ts'
import { startTestApp } from '#testing/test-app.ts'
import { castVote } from './cast-vote.ts'
import { findDueVoter } from './vote-writer.ts'

type TestApp = Awaited<ReturnType<typeof startTestApp>>
type Poll = Awaited<ReturnType<TestApp['make']['poll']>>

/**
 * As if another server process wrote: each database object has its own writer. Without the retry of `db.transaction`.
 * `failures` collects the errors of transactions, which the writer would hide by writing the batch again.
 */
function anotherServer(t: TestApp, failures: unknown[] = []): Db {
  const db = withoutRetry(t)
  const begin = db.transaction.bind(db)
  const transaction: Db['transaction'] = (work, config) =>
    begin(work, config).catch((error: unknown) => {
      failures.push(sqlStateOf(error) ?? error)
      throw error
    })
  return Object.assign(db, { transaction })
}

const makePeople = (t: TestApp, count: number) => Promise.all(Array.from({ length: count }, () => t.make.user()))

const vote = (db: Db, poll: Poll, user: { id: number }, option = 0) =>
  castVote(db, { pollId: poll.id, optionId: poll.options[option]?.id ?? 0, userId: user.id, confirmedOnly: false })

/** The error codes of the failed calls. An error that is not an ApiError would be a 500. */
async function errorCodes(calls: Promise<unknown>[]): Promise<string[]> {
  const outcomes = await Promise.allSettled(calls)
  return outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled'
      ? []
      : outcome.reason instanceof ApiError
        ? outcome.reason.code
        : String(outcome.reason),
  )
}

test.each([
  { voters: 'the same voters', firstOfSecond: 0, rejected: 24 },
  { voters: 'different voters', firstOfSecond: 8, rejected: 0 },
])('two servers write batches with the same polls and $voters without a deadlock', async (input) => {
  await using t = await startTestApp()
  const failures: unknown[] = []
  const servers = [anotherServer(t, failures), anotherServer(t, failures)]
  const people = await makePeople(t, 16)
  for (let round = 0; round < 50; round++) {
    const polls = await Promise.all([t.make.poll(), t.make.poll(), t.make.poll()])
    const votesFrom = (first: number) =>
      people.slice(first, first + 8).flatMap((user, index) => polls.map((poll) => ({ user, poll, option: index % 2 })))
    // Each server sees the votes in another order.
    const votes = [votesFrom(0), votesFrom(input.firstOfSecond).toReversed()]
    const codes = await errorCodes(
      servers.flatMap((db, at) => (votes[at] ?? []).map(({ poll, user, option }) => vote(db, poll, user, option))),
    )
    expect(codes).toEqual(Array.from({ length: input.rejected }, () => 'already_voted'))
  }
  expect(failures).toEqual([])
  expect(await findWrongCounters(t.db)).toEqual([])
})

test('locks the totals of a batch by poll', async () => {
  await using t = await startTestApp()
  const made = await Promise.all(Array.from({ length: 6 }, () => t.make.poll()))
  const polls = made.toSorted((a, b) => a.id - b.id)
  const people = await makePeople(t, 6)
  const isLocked = async ({ id }: Poll) =>
    (await t.db.execute(sql`select from poll_totals where poll_id = ${id} for no key update skip locked`)).rows
      .length === 0

  const outcome = await runDuring(
    t,
    (tx) => tx.execute(sql`select from poll_totals where poll_id = ${polls[3]?.id} for no key update`),
    // The votes form one batch.
    () => Promise.all(polls.toReversed().map((poll, index) => vote(t.db, poll, people[index] ?? { id: 0 }))),
    async () => expect(await Promise.all(polls.map(isLocked))).toEqual([true, true, true, true, false, false]),
  )

  expect(outcome?.status).toBe('fulfilled')
  expect(await findWrongCounters(t.db)).toEqual([])
})

test('counts one of a hundred votes by one person on two servers', async () => {
  await using t = await startTestApp()
  const [poll, voter] = [await t.make.poll(), await t.make.user()]
  const servers = [anotherServer(t), anotherServer(t)]
  const codes = await errorCodes(
    Array.from({ length: 100 }, (_, index) => vote(servers[index % 2] ?? t.db, poll, voter, index % 3 === 0 ? 1 : 0)),
  )

  expect(codes).toEqual(Array.from({ length: 99 }, () => 'already_voted'))
  expect(await findWrongCounters(t.db)).toEqual([])
})

test('two accounts of one person in the same batch count once', async () => {
  await using t = await startTestApp()
  const [poll, [first, ...accounts]] = [await t.make.poll(), await makePeople(t, 3)]
  const ids = accounts.map((account) => account.id)
  await t.db.update(users).set({ voterId: 4_242 }).where(inArray(users.id, ids))
  // The votes form one batch.
  const codes = await errorCodes([first, ...accounts].map((voter) => vote(t.db, poll, voter ?? { id: 0 })))

  expect(codes).toEqual(['already_voted'])
  expect(await findWrongCounters(t.db)).toEqual([])
})

test('votes of one batch that are rejected do not affect the others', async () => {
  await using t = await startTestApp()
  const open = await t.make.poll()
  const closed = await t.make.poll({ closes_at: new Date(Date.now() - 60_000) })
  const people = await makePeople(t, 5)
  const [first, second, third, fourth, deleted] = people
  await t.db
    .update(users)
    .set({ deletedAt: new Date() })
    .where(inArray(users.id, [deleted?.id ?? 0]))
  const codes = await errorCodes([
    vote(t.db, open, first ?? { id: 0 }),
    vote(t.db, open, second ?? { id: 0 }),
    vote(t.db, closed, third ?? { id: 0 }),
    vote(t.db, open, fourth ?? { id: 0 }, 7),
    vote(t.db, open, deleted ?? { id: 0 }),
    vote(t.db, { ...open, id: 2_000_000_000 }, third ?? { id: 0 }),
    vote(t.db, open, third ?? { id: 0 }),
  ])

  expect(codes).toEqual(['poll_closed', 'invalid', 'not_signed_in', 'not_found'])
  expect((await t.app.inject('/api/polls/')).json()[0].total_votes).toBe(3)
  expect(await findWrongCounters(t.db)).toEqual([])
})

test('votes are published by one statement and in two messages, whatever their number', async () => {
  await using t = await startTestApp()
  const [poll, people] = [await t.make.poll(), await makePeople(t, 8)]
  await flushInvalidations(t.db)
  const messages: Message[] = []
  const client = new pg.Client({ connectionString: t.url })
  await client.connect()
  client.on('notification', ({ payload = '' }) => messages.push(decode(payload).message))
  await client.query(`listen ${invalidationChannel}`)
  const statements = vi.spyOn(t.db, 'execute')

  // The votes form one batch.
  await Promise.all(people.map((user) => vote(t.db, poll, user)))
  await flushInvalidations(t.db)
  // Notifications arrive before the response to a later statement.
  await client.query('select 1')
  await client.end()

  expect(statements).toHaveBeenCalledTimes(1)
  const voters = people.map(({ id }) => id)
  const userIds = expect.toSatisfy((ids: number[]) => ids.length === 8 && voters.every((id) => ids.includes(id)))
  expect(messages).toEqual([
    { kind: 'counts', of: 'polls', id: poll.id },
    { kind: 'own', userIds, path: '/api/polls/my-votes/' },
  ])
})

test('a vote does not read the due answers of others in its poll', async () => {
  await using t = await startTestApp()
  const [poll, voter] = [await t.make.poll(), await t.make.user()]
  const others = await makePeople(t, 60)
  await t.db.insert(pendingAnswers).values(
    others.map(({ id }) => ({
      userId: id,
      pollId: poll.id,
      optionId: poll.options[0]?.id ?? 0,
      state: 'due' as const,
    })),
  )

  const { rows } = await t.db.execute<{ 'QUERY PLAN': string }>(
    sql`explain (analyze, costs off) select ${findDueVoter(sql`${poll.id}::int`, sql`null::int`, sql`${voter.id}::int`)}`,
  )
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('pending_answers')
  expect([...plan.matchAll(/rows=(\d+)/g)].map(([, count]) => Number(count)).filter((count) => count > 5)).toEqual([])
  expect(plan).not.toContain('Rows Removed')
})
