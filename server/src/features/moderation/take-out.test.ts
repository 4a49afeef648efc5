import { getRecentAccounts, takeOutRecentAccounts } from '@wtpu/contract/accounts/mail-domains'
import { type LogEntry, listModerationLog } from '@wtpu/contract/moderation/cases'
import { methodRows } from '@wtpu/contract/polls/on-demand/method-rows'
import { getPollTotals } from '@wtpu/contract/polls/totals'
import { getPollSeal } from '@wtpu/contract/tally/tally'
import { eq, inArray, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { setBlocked } from '#community/block-users.ts'
import { users } from '#db/schema/accounts.ts'
import { moderationActions } from '#db/schema/moderation.ts'
import { pendingAnswers, polls, pollTotals, pollVotes } from '#db/schema/polls.ts'
import { castVote as cast } from '#features/polls/cast-vote.ts'
import { undoVote as undo } from '#features/polls/undo-vote.ts'
import { sealClosedPolls } from '#features/tally/seal.ts'
import { ago } from '#testing/ago.ts'
import { findWrongCounters } from '#testing/counters.ts'
import { makePeople, race, runDuring, slow, withoutRetry } from '#testing/races.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { takeOutDomain } from './take-out.ts'

const domain = 'catchall.example'
const body = { rule: 4, sentence: 'Many accounts of one person.' }
type Row = { id: number }
type PollRow = Row & { options: Row[] }

async function makeAccounts(t: TestApp, count: number, values: object = {}) {
  const people = await makePeople(t, count)
  const ids = people.map(({ id }) => id)
  await t.db
    .update(users)
    .set({ mailDomain: domain, ...values })
    .where(inArray(users.id, ids))
  return ids
}
const vote = async (db: TestApp['db'], userId: number, poll: PollRow, option = 0) =>
  cast(db, { userId, pollId: poll.id, optionId: poll.options[option]!.id, confirmedOnly: false })
const totalOf = async (t: TestApp, { id }: Row) =>
  (await t.db.select().from(pollTotals).where(eq(pollTotals.pollId, id)))[0]

test('blocks the recent accounts of a domain, and takes their votes out of open polls with at least ten of them', async () => {
  await using t = await startTestApp()
  const admin = t.as(await t.make.user({ role: 'admin', username: 'grace' }))
  const [open, few, closed] = [await t.make.poll(), await t.make.poll(), await t.make.poll()]
  const ids = await makeAccounts(t, 12)
  const staff = await makeAccounts(t, 1, { role: 'moderator' })
  const older = await makeAccounts(t, 1, { createdAt: ago('8 days') })
  // The same mailbox as the older account.
  const alias = await makeAccounts(t, 1)
  const [old] = await t.db.select().from(users).where(eq(users.id, older[0]!))
  await t.db.update(users).set({ voterId: old!.voterId }).where(eq(users.id, alias[0]!))
  const others = (await makePeople(t, 2)).map(({ id }) => id)
  const stay = [...staff, ...older, ...others]
  for (const id of [...ids, ...stay]) await vote(t.db, id, open, id % 2)
  for (const id of ids.slice(0, 9)) await vote(t.db, id, few)
  for (const id of ids) await vote(t.db, id, closed)
  await t.db
    .update(polls)
    .set({ closesAt: sql`published_at + interval '1 microsecond'` })
    .where(eq(polls.id, closed.id))
  const waiting = { userId: ids[0]!, pollId: few.id, optionId: few.options[0]!.id }
  await t.db.insert(pendingAnswers).values({ ...waiting, state: 'due', dueAt: sql`now() + interval '1 hour'` })
  // As a crash leaves it: one account is blocked already.
  await t.db.transaction((tx) => setBlocked(tx, ids[1]!, true))
  const path = { params: { domain } }

  const before = await admin.call(getRecentAccounts, path)
  const response = await admin.call(takeOutRecentAccounts, { ...path, body })
  const again = await admin.call(takeOutRecentAccounts, { ...path, body })

  expect(before.json()).toEqual({ accounts: 11, blocked: 1, votes: 12, polls: 1 })
  expect(response.json()).toEqual({ blocked: 11, left: 0, votes: 12, polls: 1 })
  expect(again.json()).toEqual({ blocked: 0, left: 0, votes: 0, polls: 0 })
  const voters = await t.db.select({ id: pollVotes.userId }).from(pollVotes).where(eq(pollVotes.pollId, open.id))
  expect(new Set(voters.map(({ id }) => id))).toEqual(new Set(stay))
  expect(await totalOf(t, open)).toMatchObject({ totalVotes: 4, undone: 12, takenOut: 12 })
  expect(await totalOf(t, few)).toMatchObject({ totalVotes: 9, takenOut: 0 })
  expect(await totalOf(t, closed)).toMatchObject({ totalVotes: 12, takenOut: 0 })
  expect(await findWrongCounters(t.db)).toEqual([])
  const active = await t.db.select({ id: users.id }).from(users).where(eq(users.isActive, true))
  for (const id of [...stay, ...alias]) expect(active).toContainEqual({ id })
  for (const id of ids) expect(active).not.toContainEqual({ id })
  expect(await t.db.select().from(pendingAnswers)).toMatchObject([{ state: 'not_allowed', optionId: null }])
  const log = (await t.call(listModerationLog, { querystring: {} })).json<{ results: LogEntry[] }>().results
  expect(log.filter(({ action }) => action === 'block')).toHaveLength(11)
  const entries = log.filter(({ action }) => action === 'take_out')
  expect(entries).toMatchObject([{ kind: 'poll', rule: 4, sentence: body.sentence }])

  await t.db.update(polls).set({ closesAt: sql`now() - interval '1 minute'`, publishedAt: ago('1 day') })
  await sealClosedPolls(t.db, t.app.keys)
  const sealed = JSON.parse((await t.call(getPollSeal, { params: { id: open.id } })).json().entry)
  expect(sealed).toMatchObject({ votes: 4, method: { votes_taken_out: 12 } })
  const rows = async ({ id }: Row) =>
    methodRows((await t.call(getPollTotals, { params: { id } })).json()).filter(([label]) => label === 'Taken out')
  expect(await rows(open)).toEqual([['Taken out', 'Votes of blocked accounts taken out: 12']])
  expect(await rows(few)).toEqual([])
})

test('is for admins, and for domains with ten accounts', async () => {
  await using t = await startTestApp()
  const moderator = t.as(await t.make.user({ role: 'moderator' }))
  const admin = t.as(await t.make.user({ role: 'admin' }))
  await makeAccounts(t, 9)
  for (const as of [t, moderator]) {
    expect((await as.call(takeOutRecentAccounts, { params: { domain }, body })).statusCode).toBe(404)
    expect((await as.call(getRecentAccounts, { params: { domain } })).statusCode).toBe(404)
  }
  const response = await admin.call(takeOutRecentAccounts, { params: { domain }, body })
  expect([response.statusCode, response.json()]).toMatchObject([
    400,
    { detail: 'Fewer than 10 accounts of the last seven days can be taken out here.' },
  ])
  await makeAccounts(t, 1)
  const empty = await admin.call(takeOutRecentAccounts, { params: { domain }, body: { ...body, sentence: ' ' } })
  expect([empty.statusCode, await t.db.$count(moderationActions)]).toEqual([400, 0])
  expect((await admin.call(takeOutRecentAccounts, { params: { domain }, body })).json()).toMatchObject({ blocked: 10 })
})

test('a vote at the same moment is counted and taken out, or refused, on two servers', slow, async () => {
  await using t = await startTestApp()
  const admin = await t.make.user({ role: 'admin' })
  const servers = [withoutRetry(t), withoutRetry(t)]
  const { config, outbox, sessionCache } = t.app
  const actor = { actor: 'grace', actorId: admin.id, reason: '' }
  for (let round = 0; round < 10; round++) {
    const name = `round${round}.example`
    const [poll, other] = [await t.make.poll(), await t.make.poll()]
    const accounts = await makeAccounts(t, 14, { mailDomain: name })
    const others = await makePeople(t, 2)
    await race(accounts.slice(0, 10).map((id) => () => vote(t.db, id, poll, id % 2)))
    const act = (server: number) => () =>
      takeOutDomain(
        { db: servers[server]!, config, outbox, sessionCache },
        { ...body, domain: name, adminId: admin.id, by: async () => actor },
      )
    await race([
      ...accounts.slice(10).map((id, index) => () => vote(servers[index % 2]!, id, poll, index % 2)),
      act(0),
      ...accounts.slice(8, 10).map((id) => () => undo(servers[1]!, { pollId: poll.id, userId: id })),
      ...others.map(
        ({ id }, index) =>
          () =>
            vote(servers[index]!, id, poll, index),
      ),
      act(1),
      ...accounts.map((id, index) => () => vote(servers[index % 2]!, id, other)),
    ])
    await act(0)()
    expect(await findWrongCounters(t.db)).toEqual([])
    const theirs = sql`poll_id = ${poll.id} and user_id = any(${sql.param(accounts)}::int[])`
    const left = await t.db.$count(pollVotes, theirs)
    // Two of the votes may have been taken back before.
    expect(left).toBeLessThan(10)
    const total = await totalOf(t, poll)
    expect(total).toMatchObject({ totalVotes: left + 2 })
    if (total!.takenOut > 0) expect(left).toBe(0)
  }
})

test('a poll that closes before its votes are taken out keeps them', async () => {
  await using t = await startTestApp()
  const admin = t.as(await t.make.user({ role: 'admin' }))
  const poll = await t.make.poll()
  for (const id of await makeAccounts(t, 10)) await vote(t.db, id, poll)
  const outcome = await runDuring(
    t,
    // As a seal that waits for votes.
    (tx) => tx.execute(sql`select from poll_options where poll_id = ${poll.id} for update`),
    async () => (await admin.call(takeOutRecentAccounts, { params: { domain }, body })).json(),
    () => t.db.update(polls).set({ closesAt: sql`published_at + interval '1 microsecond'` }),
  )
  expect(outcome).toMatchObject({ value: { blocked: 10, votes: 0, polls: 0 } })
  expect(await totalOf(t, poll)).toMatchObject({ totalVotes: 10, takenOut: 0 })
})
