import type { QueryClient } from '@tanstack/react-query'
import { followPoliticianCounts } from '#features/politicians/politician-counts.ts'
import { followPollCounts } from '#features/polls/poll-counts.ts'
import { startLiveUpdates } from '#lib/live/live-updates.ts'

/** Connects the live stream, which also writes the counts of polls and officials. Returns a stop function. */
export const startSiteUpdates = (queryClient: QueryClient) =>
  startLiveUpdates(queryClient, [followPollCounts, followPoliticianCounts])

export { startErrorReports } from '#lib/api/error-reports.ts'
