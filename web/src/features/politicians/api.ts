import {
  contactOffice,
  getPolitician,
  listFilterOptions,
  listMyRatings,
  listPoliticians,
  ratePolitician,
  type Politician,
  type PoliticianProfile,
  type RatingType,
} from '@wtpu/contract/politicians'
import { listPolls } from '@wtpu/contract/polls'
import {
  useMutation,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type Query,
  type QueryClient,
} from '@tanstack/react-query'
import { type ApiFailure, call, infiniteQuery, keyOf, query, referenceList } from '#lib/api.ts'
import { refetchEvery } from '#lib/live.ts'
import type { Page } from '#lib/page.ts'
import { toast } from '#ui/toast.tsx'
import { ratingFailure, ratingThanks } from './messages.ts'
import type { DirectoryFilters } from './rules.ts'

const politiciansPath = '/api/politicians/'

/** Specification 9. */
const fresh = 30_000

export const politicianPagesQuery = (filters: DirectoryFilters) =>
  infiniteQuery(
    listPoliticians,
    { querystring: { ...filters, limit: 24 } },
    { staleTime: fresh, refetchInterval: refetchEvery(fresh) },
  )

export const politicianQuery = (id: number) =>
  query(getPolitician, { params: { id } }, { staleTime: fresh, refetchInterval: refetchEvery(fresh) })

export const filterOptionsQuery = () => query(listFilterOptions, {}, referenceList)

/** Specification 9: the polls' cache lasts 30 s. A hint on the polls' path reaches this list too. */
export const relatedPollsQuery = (id: number) =>
  query(
    listPolls,
    { querystring: { politician: String(id), limit: 3 } },
    { staleTime: fresh, refetchInterval: refetchEvery(fresh) },
  )

const myRatingsQuery = () => query(listMyRatings, {}, { meta: { own: true } })

/** The first officials of the directory, as many as the ticker shows (specification 9). */
export const tickerSize = 10
export const tickerQuery = () =>
  infiniteQuery(
    listPoliticians,
    { querystring: { limit: tickerSize } },
    { staleTime: fresh, refetchInterval: refetchEvery(fresh) },
  )

interface Rating {
  politicianId: number
  type: RatingType
}

/**
 * The viewer's rating of an official, and the way to give it. The choice counts from the click on; a failure clears it,
 * for another try (specification 4). `ignoreMissing`: an official who is gone meanwhile is no news.
 */
export function useOwnRating(politicianId: number, options?: { ignoreMissing?: boolean }) {
  const { data, isPending } = useQuery(myRatingsQuery())
  const rating = useRatePolitician(options)
  const stored = data?.find(({ politician }) => politician === politicianId)?.type
  const chosen = rating.isPending || rating.isSuccess ? rating.variables.type : undefined
  return {
    type: stored ?? chosen,
    isPending,
    rate: (type: RatingType) => rating.mutate({ politicianId, type }),
  }
}

function useRatePolitician({ ignoreMissing = false } = {}) {
  const queryClient = useQueryClient()
  return useMutation<PoliticianProfile, ApiFailure, Rating>({
    mutationFn: ({ politicianId, type }) => call(ratePolitician, { params: { id: politicianId }, body: { type } }),
    onSuccess: (politician, rating) => {
      showRating(queryClient, politician, rating)
      toast(ratingThanks(rating.type))
      void queryClient.invalidateQueries({ queryKey: keyOf(politiciansPath), predicate: movesWithRatings })
    },
    onError: (failure) => {
      if (!(ignoreMissing && failure.status === 404)) toast(ratingFailure(failure))
      // "Already rated" means that there is a badge to show.
      void queryClient.invalidateQueries({ queryKey: myRatingsQuery().queryKey })
    },
  })
}

function movesWithRatings({ queryKey }: Query): boolean {
  return !queryKey.includes('filter_options')
}

/** Puts the result in sight at once; the invalidation that follows fetches what others did meanwhile. */
function showRating(queryClient: QueryClient, politician: PoliticianProfile, { politicianId, type }: Rating): void {
  queryClient.setQueryData(politicianQuery(politicianId).queryKey, politician)
  queryClient.setQueryData(
    myRatingsQuery().queryKey,
    (ratings) => ratings && [...ratings, { politician: politicianId, type }],
  )
  queryClient.setQueriesData<InfiniteData<Page<Politician[]>>>(
    { queryKey: keyOf(politiciansPath), predicate: ({ queryKey }) => queryKey.at(-1) === 'pages' },
    (list) => list && { ...list, pages: list.pages.map((page) => withPolitician(page, politician)) },
  )
}

function withPolitician(page: Page<Politician[]>, politician: Politician): Page<Politician[]> {
  return { ...page, results: page.results.map((one) => (one.id === politician.id ? politician : one)) }
}

export type OfficeMessage = Record<'name' | 'email' | 'subject' | 'message', string>

export function useContactOffice(politicianId: number) {
  return useMutation<unknown, ApiFailure, OfficeMessage>({
    mutationFn: (message) => call(contactOffice, { params: { id: politicianId }, body: message }),
  })
}
