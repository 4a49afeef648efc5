import { listFeaturedPolls } from '@wtpu/contract/polls'
import { query } from '#lib/api/api.ts'
import { refetchEvery } from '#lib/live/live.ts'

/** Specification 9: the polls' cache lasts 30 s and is refetched on focus. */
const fresh = 30_000

/** The home page's two. A hint on the polls' path keeps their bars moving. */
export const featuredPollsQuery = () =>
  query(listFeaturedPolls, {}, { staleTime: fresh, refetchInterval: refetchEvery(fresh), refetchOnWindowFocus: true })
