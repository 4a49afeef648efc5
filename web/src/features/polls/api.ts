import { getPoll, getPollSummary, listPollCategories, listPolls } from '@wtpu/contract/polls/polls'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { infiniteQuery, urlKey, query, referenceListOptions } from '#lib/api/api.ts'
import { refetchEvery } from '#lib/live/live.ts'
import { categoryName } from './core/rules.ts'
import { pollListParams, type PollSearch } from './search.ts'

export const pollsPath = '/api/polls/'

/** Polls are cached for 30 s and refetched on focus, the summary is cached for 1 min. */
const pollsStaleMs = 30_000
const summaryStaleMs = 60_000

export const pollPagesQuery = (search: PollSearch) =>
  infiniteQuery(
    listPolls,
    { querystring: { ...pollListParams(search), limit: 10 } },
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

/** Refetches all poll queries that failed. */
export function useRetryFailedPolls() {
  const queryClient = useQueryClient()
  return () =>
    queryClient.refetchQueries({ queryKey: urlKey(pollsPath), predicate: ({ state }) => state.status === 'error' })
}
