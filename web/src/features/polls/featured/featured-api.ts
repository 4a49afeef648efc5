import { listFeaturedPolls } from '@wtpu/contract/polls/polls'
import { query } from '#lib/api/api.ts'
import { refetchEvery } from '#lib/live/live.ts'

/** Polls are cached for 30 s and refetched on focus. */
const staleMs = 30_000

/** The featured polls of Home. Invalidations for polls invalidate this list too. */
export const featuredPollsQuery = () =>
  query(
    listFeaturedPolls,
    {},
    { staleTime: staleMs, refetchInterval: refetchEvery(staleMs), refetchOnWindowFocus: true },
  )
