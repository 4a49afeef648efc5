import { getPollResults, listPolls } from '@wtpu/contract/polls/polls'
import { query } from '#lib/api/api.ts'
import { refetchEvery } from '#lib/live/live.ts'

/** The same cache times as the poll lists. Invalidations for polls invalidate these queries too. */
const pollCacheOptions = { staleTime: 30_000, refetchInterval: refetchEvery(30_000), refetchOnWindowFocus: true }

export const pollResultsQuery = (id: number) => query(getPollResults, { params: { id } }, pollCacheOptions)

/** The polls listed in the results dashboard. */
export const topPollsQuery = () => query(listPolls, { querystring: { sort: 'most_votes', limit: 5 } }, pollCacheOptions)

/** Open polls, those with the newest votes first. The dialog shows ten. */
export const livePollsQuery = () => query(listPolls, { querystring: { filter: 'live', limit: 10 } }, pollCacheOptions)
