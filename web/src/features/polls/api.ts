import { castVote, getPoll, getPollSummary, listPollCategories, listPolls, type Poll } from '@wtpu/contract/polls'
import { useMutation, useQueryClient, type InfiniteData, type Query, type QueryClient } from '@tanstack/react-query'
import { type ApiFailure, call, infiniteQuery, keyOf, query, referenceList } from '#lib/api/api.ts'
import { refetchEvery } from '#lib/live/live.ts'
import type { Page } from '#lib/api/list-page.ts'
import { pollListParams, type PollSearch } from './search.ts'
import { rememberVote } from '#features/polls/card/vote-memory.ts'
import { myVotesQuery } from './my-votes-api.ts'

const pollsPath = '/api/polls/'

/** Specification 9: the polls' cache lasts 30 s and is refetched on focus, the summary's lasts a minute. */
const pollsFresh = 30_000
const summaryFresh = 60_000

export const pollPagesQuery = (search: PollSearch) =>
  infiniteQuery(
    listPolls,
    { querystring: { ...pollListParams(search), limit: 20 } },
    { staleTime: pollsFresh, refetchInterval: refetchEvery(pollsFresh), refetchOnWindowFocus: true },
  )

export const pollQuery = (id: number) =>
  query(
    getPoll,
    { params: { id } },
    { staleTime: pollsFresh, refetchInterval: refetchEvery(pollsFresh), refetchOnWindowFocus: true },
  )

export const pollSummaryQuery = () =>
  query(getPollSummary, {}, { staleTime: summaryFresh, refetchInterval: refetchEvery(summaryFresh) })

export const pollCategoriesQuery = () => query(listPollCategories, {}, referenceList)

export interface Vote {
  pollId: number
  optionId: number
}

/** Asks again for whatever of the polls could not be loaded. */
export function useRetryPolls() {
  const queryClient = useQueryClient()
  return () =>
    void queryClient.refetchQueries({ queryKey: keyOf(pollsPath), predicate: ({ state }) => state.status === 'error' })
}

export function useCastVote() {
  const queryClient = useQueryClient()
  return useMutation<Poll, ApiFailure, Vote>({
    mutationFn: ({ pollId, optionId }) => call(castVote, { params: { id: pollId }, body: { option_id: optionId } }),
    onSuccess: (poll, vote) => {
      rememberVote(vote)
      showVote(queryClient, poll, vote)
      void queryClient.invalidateQueries({ queryKey: keyOf(pollsPath), predicate: movesWithVotes })
    },
    // The vote may be in already, from another device or because the answer to the first click was lost.
    onError: () => void queryClient.invalidateQueries({ queryKey: myVotesQuery().queryKey }),
  })
}

function movesWithVotes({ queryKey }: Query): boolean {
  return !queryKey.includes('categories')
}

/** Puts the result in sight at once; the invalidation that follows fetches what others did meanwhile. */
function showVote(queryClient: QueryClient, poll: Poll, { pollId, optionId }: Vote): void {
  queryClient.setQueryData(pollQuery(pollId).queryKey, poll)
  queryClient.setQueryData(myVotesQuery().queryKey, (votes) => votes && [{ poll: pollId, option: optionId }, ...votes])
  queryClient.setQueriesData<InfiniteData<Page<Poll[]>>>(
    { queryKey: keyOf(pollsPath), predicate: ({ queryKey }) => queryKey.at(-1) === 'pages' },
    (list) => list && { ...list, pages: list.pages.map((page) => withPoll(page, poll)) },
  )
}

function withPoll(page: Page<Poll[]>, poll: Poll): Page<Poll[]> {
  return { ...page, results: page.results.map((one) => (one.id === poll.id ? poll : one)) }
}
