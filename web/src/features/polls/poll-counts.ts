import type { LivePoll } from '@wtpu/contract/live'
import type { Output } from '@wtpu/contract/endpoint'
import type { listMyVotes, Poll } from '@wtpu/contract/polls/polls'
import type { Query } from '@tanstack/react-query'
import { type FollowCounts, followCounts, type Newest } from '#lib/live/counts.ts'

/** Lists ordered by votes, and result timelines, are fetched again this long after votes. */
const orderAfterMs = 10_000

/** Writes the counts of the live stream into all cached polls. */
export const followPollCounts: FollowCounts = (queryClient) =>
  followCounts(queryClient, {
    path: '/api/polls/',
    pick: ({ polls }) => polls,
    write: writePollCounts,
    refetchAfterMs: (query, moved) =>
      isOrderedByVotes(query) || hasTimelineOf(query, moved)
        ? orderAfterMs
        : hasDueAnswerIn(query, moved)
          ? 0
          : undefined,
  })

function writePollCounts(row: object, newest: Newest<LivePoll>): object {
  if (!isPoll(row)) return row
  const counts = newest.get(row.id)
  if (!counts || counts.version <= (row.version ?? row.total_votes)) return row
  const votes = new Map(counts.options)
  const options = row.options.map((option) => {
    const current = votes.get(option.id) ?? option.vote_count
    return current === option.vote_count ? option : { ...option, vote_count: current }
  })
  return { ...row, options, total_votes: counts.total_votes, version: counts.version }
}

function isPoll(row: object): row is Poll {
  return 'id' in row && 'total_votes' in row && 'options' in row
}

export function isOrderedByVotes({ queryKey, state }: Query): boolean {
  const search = queryKey.find((part) => typeof part === 'object' && part !== null)
  if (search) {
    const isRanked = 'filter' in search && (search.filter === 'trending' || search.filter === 'live')
    return isRanked || ('sort' in search && search.sort === 'most_votes')
  }
  // With fewer than two featured polls, the polls with most votes fill up the list.
  return queryKey[2] === 'featured' && Array.isArray(state.data) && state.data.some(isNotFeatured)
}

function isNotFeatured(poll: unknown): boolean {
  return typeof poll === 'object' && poll !== null && 'featured' in poll && poll.featured === false
}

/** The viewer's answer in the poll may have been counted for all. */
function hasDueAnswerIn({ queryKey, state }: Query, moved: ReadonlySet<number>): boolean {
  if (queryKey[2] !== 'my-votes' || !Array.isArray(state.data)) return false
  return state.data.some((vote: Output<typeof listMyVotes>[number]) => vote.is_due && moved.has(vote.poll))
}

/** Results over time and by state: `/api/polls/7/results/`. */
function hasTimelineOf({ queryKey }: Query, moved: ReadonlySet<number>): boolean {
  return queryKey[3] === 'results' && moved.has(Number(queryKey[2]))
}
