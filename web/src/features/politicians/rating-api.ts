import type { Output } from '@wtpu/contract/endpoint'
import {
  getPolitician,
  listMyRatings,
  ratePolitician,
  type Politician,
  type PoliticianProfile,
  type RatingType,
} from '@wtpu/contract/politicians'
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { type ApiFailure, call, urlKey, query } from '#lib/api/api.ts'
import { changeCachedRows } from '#lib/api/cached-rows.ts'
import { sendChoice } from '#lib/api/repeat.ts'
import { resendAction } from '#ui/resend-confirmation.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { politicianQuery } from './small/api.ts'
import { ratingFailure, ratingThanks } from './messages.ts'

const politiciansPath = '/api/politicians/'

/** Refetched on focus because the viewer may have rated in another tab or on another device. */
export const myRatingsQuery = () => query(listMyRatings, {}, { meta: { own: true }, refetchOnWindowFocus: 'always' })

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
  const stored = data?.find(({ politician }) => politician === politicianId)
  // Without a list, what was submitted stands in for it.
  const submitted = rating.isPending || (rating.isSuccess && data === undefined) ? rating.variables.type : undefined
  return {
    type: stored?.type ?? submitted,
    undoUntil: stored?.undo_until,
    isPending,
    rate: (type: RatingType) => rating.mutate({ politicianId, type }),
  }
}

function useRatePolitician({ ignoreMissing = false } = {}) {
  const queryClient = useQueryClient()
  return useMutation<Output<typeof ratePolitician>, ApiFailure, Rating>({
    mutationFn: ({ politicianId, type }) =>
      sendChoice(
        `rating:${politicianId}:${type}`,
        (is_repetition) => call(ratePolitician, { params: { id: politicianId }, body: { type, is_repetition } }),
        () => readRating(politicianId, type),
      ),
    onSuccess: ({ undo_until: until, ...politician }, { type }) => {
      writeRating(queryClient, politician, { politician: politician.id, type, ...(until && { undo_until: until }) })
      toast(ratingThanks(type))
    },
    onError: (failure, { politicianId }) => {
      const isExpected = ignoreMissing && failure.status === 404
      if (!isExpected) toast({ ...ratingFailure(failure), action: resendAction(failure) })
      // After "already rated" the viewer's rating must be shown; after "retired" and "closed" the buttons must disappear.
      void queryClient.invalidateQueries({ queryKey: urlKey('/api/site/parts/') })
      void queryClient.invalidateQueries({ queryKey: myRatingsQuery().queryKey })
      void queryClient.invalidateQueries({ queryKey: politicianQuery(politicianId).queryKey })
    },
  })
}

/** The outcome of a rating whose response was lost. */
async function readRating(id: number, type: RatingType): Promise<Output<typeof ratePolitician> | undefined> {
  const own = (await call(listMyRatings)).find((rating) => rating.politician === id && rating.type === type)
  return own && { ...(await call(getPolitician, { params: { id } })), undo_until: own.undo_until ?? null }
}

/** Shows a rating, or that it was taken back, immediately. The invalidation fetches the ratings of others. */
export function writeRating(
  queryClient: QueryClient,
  politician: PoliticianProfile,
  ...own: Output<typeof listMyRatings>
): void {
  queryClient.setQueryData(politicianQuery(politician.id).queryKey, politician)
  queryClient.setQueryData(
    myRatingsQuery().queryKey,
    (ratings) => ratings && [...ratings.filter((rating) => rating.politician !== politician.id), ...own],
  )
  changeCachedRows<Politician>(
    queryClient,
    { queryKey: urlKey(politiciansPath), predicate: ({ queryKey }) => queryKey.at(-1) === 'pages' },
    ({ id }) => id === politician.id,
    () => politician,
  )
  void queryClient.invalidateQueries({
    queryKey: urlKey(politiciansPath),
    predicate: ({ queryKey }) => !queryKey.includes('filter_options'),
  })
}
