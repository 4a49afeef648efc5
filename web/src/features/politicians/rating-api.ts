import {
  listMyRatings,
  ratePolitician,
  type Politician,
  type PoliticianProfile,
  type RatingType,
} from '@wtpu/contract/politicians'
import {
  useMutation,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type Query,
  type QueryClient,
} from '@tanstack/react-query'
import { type ApiFailure, call, keyOf, query } from '#lib/api/api.ts'
import type { Page } from '#lib/api/list-page.ts'
import { toast } from '#ui/toast/toast.tsx'
import { politicianQuery } from './api.ts'
import { ratingFailure, ratingThanks } from './messages.ts'

const politiciansPath = '/api/politicians/'

/** On focus, since the viewer may have rated in another tab or on another device. */
const myRatingsQuery = () => query(listMyRatings, {}, { meta: { own: true }, refetchOnWindowFocus: 'always' })

interface Rating {
  politicianId: number
  type: RatingType
}

/**
 * The viewer's rating of an official, and the way to give it. The choice counts from the click on; a failure clears it,
 * for another try (specification 4). `ignoreMissing`: an official who is gone meanwhile is no news.
 */
export function useMyRating(politicianId: number, options?: { ignoreMissing?: boolean }) {
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
    onError: (failure, { politicianId }) => {
      if (!(ignoreMissing && failure.status === 404)) toast(ratingFailure(failure))
      // "Already rated" means that there is a badge to show; "retired", that there is nothing to rate.
      void queryClient.invalidateQueries({ queryKey: myRatingsQuery().queryKey })
      void queryClient.invalidateQueries({ queryKey: politicianQuery(politicianId).queryKey })
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
