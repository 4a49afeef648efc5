import {
  getPolitician,
  listMyRatings,
  ratePolitician,
  type Politician,
  type PoliticianProfile,
  type RatingType,
} from '@wtpu/contract/politicians'
import { useMutation, useQuery, useQueryClient, type Query, type QueryClient } from '@tanstack/react-query'
import { type ApiFailure, call, urlKey, query } from '#lib/api/api.ts'
import { changeCachedRows } from '#lib/api/cached-rows.ts'
import { sendChoice } from '#lib/api/repeat.ts'
import { resendAction } from '#ui/resend-confirmation.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { politicianQuery } from './api.ts'
import { ratingFailure, ratingThanks } from './messages.ts'

const politiciansPath = '/api/politicians/'

/** Refetched on focus because the viewer may have rated in another tab or on another device. */
const myRatingsQuery = () => query(listMyRatings, {}, { meta: { own: true }, refetchOnWindowFocus: 'always' })

interface Rating {
  politicianId: number
  type: RatingType
}

/**
 * The viewer's rating of a politician, and `rate` to submit one. The choice shows immediately, until the list of ratings says what
 * is so; a failure clears it for a retry. With `ignoreMissing`, a 404 shows no error toast.
 */
export function useMyRating(politicianId: number, options?: { ignoreMissing?: boolean }) {
  const { data, isPending } = useQuery(myRatingsQuery())
  const rating = useRatePolitician(options)
  const stored = data?.find(({ politician }) => politician === politicianId)?.type
  // Without a list, what was submitted stands in for it.
  const submitted = rating.isPending || (rating.isSuccess && data === undefined) ? rating.variables.type : undefined
  return {
    type: stored ?? submitted,
    isPending,
    rate: (type: RatingType) => rating.mutate({ politicianId, type }),
  }
}

function useRatePolitician({ ignoreMissing = false } = {}) {
  const queryClient = useQueryClient()
  return useMutation<PoliticianProfile, ApiFailure, Rating>({
    mutationFn: ({ politicianId, type }) =>
      sendChoice(
        `rating:${politicianId}:${type}`,
        (is_repetition) => call(ratePolitician, { params: { id: politicianId }, body: { type, is_repetition } }),
        () => readRating(politicianId, type),
      ),
    onSuccess: (politician, rating) => {
      writeRatingToCache(queryClient, politician, rating)
      toast(ratingThanks(rating.type))
      void queryClient.invalidateQueries({ queryKey: urlKey(politiciansPath), predicate: dependsOnRatings })
    },
    onError: (failure, { politicianId }) => {
      const isExpected = ignoreMissing && failure.status === 404
      if (!isExpected) toast({ ...ratingFailure(failure), action: resendAction(failure) })
      // After "already rated" the viewer's rating must be shown; after "retired" the buttons must disappear.
      void queryClient.invalidateQueries({ queryKey: myRatingsQuery().queryKey })
      void queryClient.invalidateQueries({ queryKey: politicianQuery(politicianId).queryKey })
    },
  })
}

/** The outcome of a rating whose response was lost. */
async function readRating(id: number, type: RatingType): Promise<PoliticianProfile | undefined> {
  const isStored = (await call(listMyRatings)).some((own) => own.politician === id && own.type === type)
  return isStored ? call(getPolitician, { params: { id } }) : undefined
}

function dependsOnRatings({ queryKey }: Query): boolean {
  return !queryKey.includes('filter_options')
}

/** Shows the new result immediately. The invalidation that follows fetches the ratings of others. */
function writeRatingToCache(
  queryClient: QueryClient,
  politician: PoliticianProfile,
  { politicianId, type }: Rating,
): void {
  queryClient.setQueryData(politicianQuery(politicianId).queryKey, politician)
  queryClient.setQueryData(
    myRatingsQuery().queryKey,
    (ratings) => ratings && [...ratings, { politician: politicianId, type }],
  )
  changeCachedRows<Politician>(
    queryClient,
    { queryKey: urlKey(politiciansPath), predicate: ({ queryKey }) => queryKey.at(-1) === 'pages' },
    ({ id }) => id === politicianId,
    () => politician,
  )
}
