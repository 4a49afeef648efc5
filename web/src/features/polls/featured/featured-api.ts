import { listFeaturedPolls, type Poll } from '@wtpu/contract/polls/polls'
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

/** "Live voting" shows this many, the first ones. */
export const featuredPollCount = 2

/** The poll at the top of Home: the next one, if there is one. */
export const heroPoll = (polls: readonly Poll[]): Poll | undefined => polls[featuredPollCount] ?? polls[0]
