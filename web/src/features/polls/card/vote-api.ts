import type { Output } from '@wtpu/contract/endpoint'
import type { VoteSource } from '@wtpu/contract/polls/on-demand/arrivals'
import { useRouter } from '@tanstack/react-router'
import { castVote, getPoll, listMyVotes, undoVote, type Poll } from '@wtpu/contract/polls/polls'
import { useMutation, useQueryClient, type Query, type QueryClient } from '@tanstack/react-query'
import { type ApiFailure, call, urlKey } from '#lib/api/api.ts'
import { changeCachedRows } from '#lib/api/cached-rows.ts'
import { sendChoice, sendOrRead } from '#lib/api/repeat.ts'
import { forgetAnswer } from '#lib/session/pending-answer.ts'
import { pollQuery, pollsPath } from '#features/polls/api.ts'
import { forgetVote, rememberVote, myVotesQuery } from '#features/polls/core/my-votes.ts'

export interface Vote {
  pollId: number
  optionId: number
  rotation?: number | undefined
}

export function useCastVote() {
  const router = useRouter()
  const queryClient = useQueryClient()
  return useMutation<Output<typeof castVote>, ApiFailure, Vote>({
    mutationFn: ({ pollId, optionId, rotation }) =>
      sendChoice(
        `vote:${pollId}:${optionId}`,
        (is_repetition) =>
          call(castVote, {
            params: { id: pollId },
            body: { option_id: optionId, rotation, source: sourceOf(pollId, router.state.location), is_repetition },
          }),
        () => readVote(pollId, optionId),
      ),
    onSuccess: ({ undo_until: until, ...poll }, vote) => {
      rememberVote(vote)
      writePollToCache(queryClient, poll)
      // The list that is fetched next has the number of the ballot.
      const own = { poll: vote.pollId, option: vote.optionId, ballot: '', ...(until && { undo_until: until }) }
      queryClient.setQueryData(myVotesQuery().queryKey, (votes) => votes && [own, ...votes])
      void queryClient.invalidateQueries({ queryKey: urlKey(pollsPath), predicate: dependsOnVotes })
    },
    // The vote may already exist: cast on another device, or by a click whose response was lost.
    onError: () => void queryClient.invalidateQueries({ queryKey: myVotesQuery().queryKey }),
  })
}

/** How the viewer came to the poll. Links of embeds, notices and mails say so in their fragment. */
function sourceOf(pollId: number, { pathname, hash }: { pathname: string; hash: string }): VoteSource {
  if ([`/polls/${pollId}`, `/results/${pollId}`].includes(pathname))
    return hash === 'embed' || hash === 'notice' ? hash : 'link'
  return pathname === '/' ? 'home' : 'list'
}

/** The outcome of a vote whose response was lost. */
async function readVote(id: number, optionId: number): Promise<Output<typeof castVote> | undefined> {
  const own = (await call(listMyVotes)).find(({ poll, option }) => poll === id && option === optionId)
  return own && { ...(await call(getPoll, { params: { id } })), undo_until: own.undo_until ?? null }
}

export function useUndoVote() {
  const queryClient = useQueryClient()
  return useMutation<Poll, ApiFailure, number>({
    mutationFn: (id) =>
      sendOrRead(
        () => call(undoVote, { params: { id } }),
        async () =>
          (await call(listMyVotes)).some(({ poll }) => poll === id) ? undefined : call(getPoll, { params: { id } }),
      ),
    onSuccess: (poll) => {
      forgetVote(poll.id)
      forgetAnswer(poll.id)
      writePollToCache(queryClient, poll)
      queryClient.setQueryData(myVotesQuery().queryKey, (votes) => votes?.filter((vote) => vote.poll !== poll.id))
      void queryClient.invalidateQueries({ queryKey: urlKey(pollsPath), predicate: dependsOnVotes })
    },
    // The time may be over, or the vote taken back on another device.
    onError: () => void queryClient.invalidateQueries({ queryKey: myVotesQuery().queryKey }),
  })
}

function dependsOnVotes({ queryKey }: Query): boolean {
  return !queryKey.includes('categories')
}

/** Shows the new result immediately. The invalidation that follows fetches the votes of others. */
function writePollToCache(queryClient: QueryClient, poll: Poll): void {
  queryClient.setQueryData(pollQuery(poll.id).queryKey, poll)
  changeCachedRows<Poll>(
    queryClient,
    { queryKey: urlKey(pollsPath), predicate: ({ queryKey }) => queryKey.at(-1) === 'pages' },
    ({ id }) => id === poll.id,
    () => poll,
  )
}
