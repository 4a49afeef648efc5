import type { Output } from '@wtpu/contract/endpoint'
import {
  castVote,
  getPoll,
  getPollSummary,
  listMyVotes,
  listPollCategories,
  listPolls,
  undoVote,
  type Poll,
} from '@wtpu/contract/polls/polls'
import { useMutation, useQuery, useQueryClient, type Query, type QueryClient } from '@tanstack/react-query'
import { type ApiFailure, call, infiniteQuery, urlKey, query, referenceListOptions } from '#lib/api/api.ts'
import { changeCachedRows } from '#lib/api/cached-rows.ts'
import { sendChoice, sendOrRead } from '#lib/api/repeat.ts'
import { refetchEvery } from '#lib/live/live.ts'
import { categoryName } from './core/rules.ts'
import { pollListParams, type PollSearch } from './search.ts'
import { forgetVote, rememberVote, myVotesQuery } from './my-votes.ts'
import { forgetAnswer } from '#lib/session/pending-answer.ts'

const pollsPath = '/api/polls/'

/** Polls are cached for 30 s and refetched on focus, the summary is cached for 1 min. */
const pollsStaleMs = 30_000
const summaryStaleMs = 60_000

export const pollPagesQuery = (search: PollSearch) =>
  infiniteQuery(
    listPolls,
    { querystring: { ...pollListParams(search), limit: 20 } },
    { staleTime: pollsStaleMs, refetchInterval: refetchEvery(pollsStaleMs), refetchOnWindowFocus: true },
  )

export const pollQuery = (id: number) =>
  query(
    getPoll,
    { params: { id } },
    { staleTime: pollsStaleMs, refetchInterval: refetchEvery(pollsStaleMs), refetchOnWindowFocus: true },
  )

/** Votes of others change it without an invalidation, so its interval applies while the live stream is connected, too. */
export const pollSummaryQuery = () =>
  query(getPollSummary, {}, { staleTime: summaryStaleMs, refetchInterval: summaryStaleMs })

export const pollCategoriesQuery = () => query(listPollCategories, {}, referenceListOptions)

/** Undefined until the names are known or failed to load: a badge that becomes wider later could move what is below it. */
export function useCategoryName(): ((id: number) => string) | undefined {
  const { data, isPending, failureCount } = useQuery(pollCategoriesQuery())
  return isPending && failureCount === 0 ? undefined : (id) => categoryName(data, id)
}

export interface Vote {
  pollId: number
  optionId: number
}

/** Refetches all poll queries that failed. */
export function useRetryFailedPolls() {
  const queryClient = useQueryClient()
  return () =>
    queryClient.refetchQueries({ queryKey: urlKey(pollsPath), predicate: ({ state }) => state.status === 'error' })
}

export function useCastVote() {
  const queryClient = useQueryClient()
  return useMutation<Output<typeof castVote>, ApiFailure, Vote>({
    mutationFn: ({ pollId, optionId }) =>
      sendChoice(
        `vote:${pollId}:${optionId}`,
        (is_repetition) => call(castVote, { params: { id: pollId }, body: { option_id: optionId, is_repetition } }),
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
