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

/** How the viewer rated this official, if they did, and whether that is known yet. */
export function useMyRating(politicianId: number): { type: RatingType | undefined; isPending: boolean } {
  const { data, isPending } = useQuery(myRatingsQuery())
  return { type: data?.find(({ politician }) => politician === politicianId)?.type, isPending }
}

export interface Rating {
  politicianId: number
  type: RatingType
}

export function useRatePolitician() {
  const queryClient = useQueryClient()
  return useMutation<PoliticianProfile, ApiFailure, Rating>({
    mutationFn: ({ politicianId, type }) => call(ratePolitician, { params: { id: politicianId }, body: { type } }),
    onSuccess: (politician, rating) => {
      showRating(queryClient, politician, rating)
      toast(ratingThanks(rating.type))
      void queryClient.invalidateQueries({ queryKey: keyOf(politiciansPath), predicate: movesWithRatings })
    },
    onError: (failure) => {
      toast(ratingFailure(failure))
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
