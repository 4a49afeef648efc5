import { listMyVotes, type Poll } from '@wtpu/contract/polls/polls'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { query } from '#lib/api/api.ts'
import { useSession } from '#lib/session/session.ts'
import { useStore, storedList } from '#lib/store.ts'
import { now } from '#lib/time.ts'

/** Refetched on focus: the viewer may have voted in another tab or on another device. */
export const myVotesQuery = () => query(listMyVotes, {}, { meta: { own: true }, refetchOnWindowFocus: 'always' })

/** The viewer's option by poll: from this browser's memory until the server has answered. Empty for visitors. */
export function useMyVotes(): ReadonlyMap<number, number> {
  const signedIn = useSession() !== null
  const { data } = useQuery({ ...myVotesQuery(), enabled: signedIn })
  const remembered = useStore(rememberedVotes)
  useEffect(() => {
    if (data) forgetVotesMissingIn(new Set(data.map(({ poll }) => poll)))
  }, [data])
  if (!signedIn) return new Map()
  return new Map(
    data
      ? data.map(({ poll, option }) => [poll, option])
      : remembered.map(({ pollId, optionId }) => [pollId, optionId]),
  )
}

/**
 * The poll with the viewer's answer in its counts, while it waits to be counted for all. For a moment, it may be in them twice: until the
 * viewer's votes were fetched again.
 */
export function useOwnCounts<P extends Pick<Poll, 'id' | 'total_votes' | 'options' | 'results_hidden'>>(poll: P): P {
  const signedIn = useSession() !== null
  const { data } = useQuery({ ...myVotesQuery(), enabled: signedIn })
  const due = signedIn ? data?.find((vote) => vote.is_due && vote.poll === poll.id) : undefined
  if (!due || poll.results_hidden) return poll
  const options = poll.options.map((option) =>
    option.id === due.option ? { ...option, vote_count: option.vote_count + 1 } : option,
  )
  return { ...poll, options, total_votes: poll.total_votes + 1 }
}

export interface RememberedVote {
  pollId: number
  optionId: number
  timestamp: number
}

/** The votes stored in this browser, shown until the server returns the viewer's votes. */
export const rememberedVotes = storedList('userVotes', isVote)

/** There is one vote per poll: a second vote in the same poll is ignored. */
export function rememberVote(vote: { pollId: number; optionId: number }): void {
  const votes = rememberedVotes.read()
  if (votes.some(({ pollId }) => pollId === vote.pollId)) return
  rememberedVotes.write([...votes, { ...vote, timestamp: now() }])
}

/** The vote was taken back. */
export function forgetVote(pollId: number): void {
  rememberedVotes.write(rememberedVotes.read().filter((vote) => vote.pollId !== pollId))
}

/** What was taken back on another device is not shown by the next page either. */
function forgetVotesMissingIn(polls: ReadonlySet<number>): void {
  const remembered = rememberedVotes.read()
  const stored = remembered.filter(({ pollId }) => polls.has(pollId))
  if (stored.length < remembered.length) rememberedVotes.write(stored)
}

function isVote(entry: unknown): entry is RememberedVote {
  const { pollId, optionId } = (entry ?? {}) as Partial<RememberedVote>
  return typeof pollId === 'number' && typeof optionId === 'number'
}
