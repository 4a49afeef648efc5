import * as contract from '@wtpu/contract/polls'
import { downloadPollTotals, getPollTotals } from '@wtpu/contract/polls/totals'
import { expect, test } from 'vitest'
import { moderationActions } from '#db/schema/community.ts'
import { startTestApp } from '#testing/test-app.ts'
import { removePoll, setFeatured } from './staff.ts'

const decision = { actor: 'Grace', reason: 'names a private person' }

test('a removed poll disappears from every list, page and count, but keeps its votes', async () => {
  await using t = await startTestApp()
  const [user, voter] = [await t.make.user(), await t.make.user()]
  const closes_at = new Date(Date.now() + 60 * 60_000)
  const poll = await t.make.poll({ question: 'Should it go?', category: 'Economy', closes_at })
  await t.make.vote({ poll, user: voter })
  await setFeatured(t.db, poll.id, true)
  const params = { id: poll.id }
  const summary = async () => (await t.call(contract.getPollSummary, {})).json<Record<string, unknown>>()
  expect(await summary()).toMatchObject({ active_polls: 1, polls_ending_soon: 1, trending_topic: 'Economy' })

  await removePoll(t.db, poll.id, decision)
  t.app.cache.invalidate('/')

  for (const filter of [undefined, 'featured', 'trending', 'recent', 'ending_soon'] as const) {
    const querystring = filter ? { filter } : {}
    expect([filter, (await t.call(contract.listPolls, { querystring })).json()]).toEqual([filter, []])
  }
  for (const sort of ['newest', 'oldest', 'most_votes', 'ending_soon'] as const) {
    expect((await t.call(contract.listPolls, { querystring: { sort } })).json()).toEqual([])
  }
  expect((await t.call(contract.listPolls, { querystring: { q: 'go' } })).json()).toEqual([])
  expect((await t.call(contract.listFeaturedPolls, {})).json()).toEqual([])
  for (const endpoint of [contract.getPoll, contract.getPollResults, downloadPollTotals, getPollTotals]) {
    expect([endpoint.url, (await t.call(endpoint, { params })).statusCode]).toEqual([endpoint.url, 404])
  }
  const body = { option_id: poll.options[0]?.id ?? 0 }
  expect((await t.as(user).call(contract.castVote, { params, body })).statusCode).toBe(404)
  expect(await summary()).toMatchObject({
    active_polls: 0,
    polls_ending_soon: 0,
    trending_topic: null,
    votes_today: 0,
    total_participants: 1,
  })
  expect((await t.app.inject(`/polls/${poll.id}`)).body).not.toContain('Should it go?')
  expect((await t.as(voter).call(contract.listMyVotes, {})).json()).toMatchObject([{ poll: poll.id }])
})

test('a removed scheduled poll disappears for its creator too', async () => {
  await using t = await startTestApp()
  const user = await t.make.user()
  const [published_at, closes_at] = [24, 48].map((hours) => new Date(Date.now() + hours * 60 * 60_000))
  const poll = await t.make.poll({ creator: user.id, published_at, closes_at })
  expect((await t.as(user).call(contract.listScheduledPolls, {})).json()).toHaveLength(1)

  await removePoll(t.db, poll.id, decision)

  expect((await t.as(user).call(contract.listScheduledPolls, {})).json()).toEqual([])
  const params = { id: poll.id }
  expect((await t.as(user).call(contract.cancelScheduledPoll, { params })).statusCode).toBe(404)
})

test('removal requires a reason and an existing poll', async () => {
  await using t = await startTestApp()
  const poll = await t.make.poll()

  await expect(removePoll(t.db, poll.id, { ...decision, reason: ' ' })).rejects.toThrow('A reason is required.')
  await expect(removePoll(t.db, poll.id + 1, decision)).rejects.toThrow('There is no poll with the number')
  expect((await t.call(contract.getPoll, { params: { id: poll.id } })).statusCode).toBe(200)
  await removePoll(t.db, poll.id, decision)
  await expect(removePoll(t.db, poll.id, decision)).rejects.toThrow('already removed')

  expect(await t.db.select().from(moderationActions)).toHaveLength(1)
})
