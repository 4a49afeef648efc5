import * as contract from '@wtpu/contract/polls/polls'
import * as scheduled from '@wtpu/contract/polls/scheduled'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { restoreContent } from '#writing/hide.ts'
import { moderationActions } from '#db/schema/moderation.ts'
import { participants, polls } from '#db/schema/polls.ts'
import { startTestApp } from '#testing/test-app.ts'
import { setFeatured } from '#features/admin/featured-polls.ts'
import { removeContent } from '#features/moderation/on-server.ts'

const decision = { actor: 'Grace', reason: 'names a private person' }

test('a removed poll takes no votes, and keeps those it has', async () => {
  await using t = await startTestApp()
  const [user, voter] = [await t.make.user(), await t.make.user()]
  const poll = await t.make.poll()
  await t.make.vote({ poll, user: voter })
  await removeContent(t.app, { kind: 'poll', id: poll.id }, decision)

  const vote = { params: { id: poll.id }, body: { option_id: poll.options[0]!.id } }
  expect((await t.as(user).call(contract.castVote, vote)).statusCode).toBe(404)
  expect((await t.as(voter).call(contract.listMyVotes, {})).json()).toMatchObject([{ poll: poll.id }])
  expect(await t.db.$count(participants)).toBe(1)
})

test('a removed scheduled poll cannot be cancelled', async () => {
  await using t = await startTestApp()
  const user = await t.make.user()
  const poll = await t.make.poll({ creator: user.id, published_at: new Date('2100-01-01'), closes_at: null })
  await removeContent(t.app, { kind: 'poll', id: poll.id }, decision)

  const params = { id: poll.id }
  expect((await t.as(user).call(scheduled.cancelScheduledPoll, { params })).statusCode).toBe(404)
})

const hour = (count: number) => sql`now() + ${count} * interval '1 hour'`

test.each([
  ['gets back the time that it was hidden', { publishedAt: hour(-9), removedAt: hour(-5), closesAt: hour(2) }, 7],
  ['also if it would be closed by now', { publishedAt: hour(-9), removedAt: hour(-5), closesAt: hour(-2) }, 3],
  [
    'but not what it was hidden before its publication',
    { publishedAt: hour(-1), removedAt: hour(-5), closesAt: hour(2) },
    3,
  ],
  ['and nothing if it is still scheduled', { publishedAt: hour(1), removedAt: hour(-5), closesAt: hour(2) }, 2],
  ['or if it was closed before', { publishedAt: hour(-9), removedAt: hour(-2), closesAt: hour(-5) }, -5],
])('a poll that is shown again %s', async (_name, times, closesIn) => {
  await using t = await startTestApp()
  const content = { kind: 'poll', id: (await t.make.poll()).id } as const
  await t.db.update(polls).set(times)
  await restoreContent(t.db, content)

  const [closing] = await t.db
    .select({ in: sql<number>`round(extract(epoch from closes_at - now()) / 3600)::int` })
    .from(polls)
  expect(closing?.in).toBe(closesIn)
})

test('removal requires a reason and an existing poll', async () => {
  await using t = await startTestApp()
  const poll = await t.make.poll()

  await expect(removeContent(t.app, { kind: 'poll', id: poll.id }, { ...decision, reason: ' ' })).rejects.toThrow(
    'A reason is required.',
  )
  await expect(removeContent(t.app, { kind: 'poll', id: poll.id + 1 }, decision)).rejects.toThrow(
    'There is no poll with the number',
  )
  expect((await t.call(contract.getPoll, { params: { id: poll.id } })).statusCode).toBe(200)
  await removeContent(t.app, { kind: 'poll', id: poll.id }, decision)
  await expect(removeContent(t.app, { kind: 'poll', id: poll.id }, decision)).rejects.toThrow('already removed')

  expect(await t.db.select().from(moderationActions)).toHaveLength(1)
})

test('staff can feature a poll, and take that back', async () => {
  await using t = await startTestApp()
  const { id } = await t.make.poll()
  const by = async () => decision
  for (const featured of [true, false]) {
    await setFeatured(t.db, { pollId: id, featured, by })
    t.app.cache.invalidate('/')
    expect((await t.call(contract.getPoll, { params: { id } })).json()).toMatchObject({ featured })
  }
  await expect(setFeatured(t.db, { pollId: id + 1, featured: true, by })).rejects.toThrow('Poll not found.')
})
