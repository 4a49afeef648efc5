import { downloadPollTotals, getPollResults, listPolls } from '@wtpu/contract/polls'
import { query } from '#lib/api/api.ts'
import { refetchEvery } from '#lib/live/live.ts'
import { pathOf } from '#lib/api/request.ts'

/** As the polls' own cache (specification 9): the live hints on their path reach all of these too. */
const fresh = { staleTime: 30_000, refetchInterval: refetchEvery(30_000), refetchOnWindowFocus: true }

export const pollResultsQuery = (id: number) => query(getPollResults, { params: { id } }, fresh)

/** What the dashboard lists. */
export const topPollsQuery = () => query(listPolls, { querystring: { sort: 'most_votes', limit: 5 } }, fresh)

/** The server's largest page: open polls come first in this order. */
export const openPollsQuery = () => query(listPolls, { querystring: { sort: 'ending_soon', limit: 100 } }, fresh)

/** Public like the results themselves, so a plain link will do. */
export function totalsCsvUrl(id: number): string {
  return pathOf(downloadPollTotals, { params: { id } })
}
