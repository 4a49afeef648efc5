import {
  getPoll,
  getPollResults,
  getPollSummary,
  listFeaturedPolls,
  listMyVotes,
  listPolls,
} from '@wtpu/contract/polls/polls'
import { expect, test } from 'vitest'
import { newTestQueryClient } from '#testing/fake-api.tsx'
import { infiniteQuery, query } from '#lib/api/api.ts'
import { noCounts } from '#lib/live/counts.ts'
import { makePoll, makeResults } from './fixtures.ts'
import { followPollCounts, isOrderedByVotes } from './poll-counts.ts'

/** Seven votes for Yes and three for No: one and one more than `makePoll` has. */
const counts = (id: number) => ({
  ...noCounts,
  polls: [
    {
      id,
      total_votes: 10,
      options: [[id * 10 + 1, 7] satisfies [number, number], [id * 10 + 2, 3] satisfies [number, number]],
      version: 10,
    },
  ],
})
const after = makePoll({
  id: 1,
  options: [
    { id: 11, text: 'Yes', vote_count: 7 },
    { id: 12, text: 'No', vote_count: 3 },
  ],
  version: 10,
})

test('shows new counts in lists, pages, single polls and results', () => {
  const queryClient = newTestQueryClient()
  const { onCounts, stop } = followPollCounts(queryClient)
  const [first, second] = [makePoll({ id: 1 }), makePoll({ id: 2 })]
  const results = makeResults(first)
  const pages = infiniteQuery(listPolls, { querystring: { limit: 20 } }).queryKey
  queryClient.setQueryData(query(listPolls, { querystring: { politician: '5', limit: 3 } }).queryKey, [first, second])
  queryClient.setQueryData(query(listFeaturedPolls).queryKey, [first, second])
  queryClient.setQueryData(query(getPoll, { params: { id: 1 } }).queryKey, first)
  queryClient.setQueryData(query(getPollResults, { params: { id: 1 } }).queryKey, results)
  queryClient.setQueryData(pages, { pages: [{ results: [first, second], next: null }], pageParams: [''] })

  onCounts(counts(1))

  const get = (key: readonly unknown[]) => queryClient.getQueryData(key)
  expect(get(query(listPolls, { querystring: { politician: '5', limit: 3 } }).queryKey)).toEqual([after, second])
  expect(get(query(listFeaturedPolls).queryKey)).toEqual([after, second])
  expect(get(query(getPoll, { params: { id: 1 } }).queryKey)).toEqual(after)
  expect(get(query(getPollResults, { params: { id: 1 } }).queryKey)).toEqual({ ...results, poll: after })
  expect(queryClient.getQueryData(pages)?.pages[0]?.results).toEqual([after, second])
  // The card of the other poll is not rendered again.
  expect(queryClient.getQueryData(pages)?.pages[0]?.results[1]).toBe(second)
  stop()
})

test('keeps newer counts of the viewer’s own vote, and everything that is not a poll', () => {
  const queryClient = newTestQueryClient()
  const { onCounts, stop } = followPollCounts(queryClient)
  const newer = makePoll({
    id: 1,
    options: [
      { id: 11, text: 'Yes', vote_count: 9 },
      { id: 12, text: 'No', vote_count: 3 },
    ],
  })
  const [poll, votes, summary] = [
    query(getPoll, { params: { id: 1 } }).queryKey,
    query(listMyVotes).queryKey,
    query(getPollSummary).queryKey,
  ]
  queryClient.setQueryData(poll, newer)
  const myVotes = [{ poll: 1, option: 11, ballot: '' }]
  queryClient.setQueryData(votes, myVotes)
  const stats = {
    active_polls: 1,
    active_votes: 0,
    total_participants: 2,
    trending_topic: null,
    polls_ending_soon: 0,
    votes_today: 0,
  }
  queryClient.setQueryData(summary, stats)

  onCounts(counts(1))

  expect([queryClient.getQueryData(poll), queryClient.getQueryData(votes), queryClient.getQueryData(summary)]).toEqual([
    newer,
    myVotes,
    stats,
  ])
  stop()
})

test.each([
  ['trending', listPolls, { filter: 'trending' }, true],
  ['most votes', listPolls, { sort: 'most_votes' }, true],
  ['newest', listPolls, { sort: 'newest', category: '3' }, false],
  ['ending soon', listPolls, { filter: 'ending_soon' }, false],
  ['live', listPolls, { filter: 'live' }, true],
] as const)('knows which lists are ordered by votes: %s', (_, endpoint, querystring, isOrdered) => {
  const queryClient = newTestQueryClient()
  const { queryKey } = infiniteQuery(endpoint, { querystring })
  queryClient.setQueryData(queryKey, { pages: [], pageParams: [] })
  const found = queryClient.getQueryCache().find({ queryKey })
  expect(found && isOrderedByVotes(found)).toBe(isOrdered)
})

test.each([
  [[true, true], false],
  [[true, false], true],
])('featured polls are ordered by votes if others fill them up: %s', (featured, isOrdered) => {
  const queryClient = newTestQueryClient()
  const { queryKey } = query(listFeaturedPolls)
  queryClient.setQueryData(
    queryKey,
    featured.map((isFeatured, index) => makePoll({ id: index + 1, featured: isFeatured })),
  )
  const found = queryClient.getQueryCache().find({ queryKey })
  expect(found && isOrderedByVotes(found)).toBe(isOrdered)
})
