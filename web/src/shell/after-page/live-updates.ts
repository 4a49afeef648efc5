import type { QueryClient } from '@tanstack/react-query'
import { followContentCounts } from '#community/content-counts.ts'
import { followPoliticianCounts } from '#features/politicians/politician-counts.ts'
import { castPendingAnswers } from '#features/polls/pending/cast-answer.ts'
import { toastOutcome } from '#features/polls/pending/toast-outcome.tsx'
import { followPollCounts } from '#features/polls/poll-counts.ts'
import { startErrorReports } from '#lib/api/error-reports.ts'
import { startLiveUpdates } from '#lib/live/live-updates.ts'
import { liveUpdates } from '#lib/stored-switch.ts'

/**
 * Connects the live stream, which also writes new counts, unless the viewer pauses live updates, and casts
 * the answer that a new member gave as a visitor. Returns a stop function.
 */
export function startSiteUpdates(queryClient: QueryClient): () => void {
  const start = () =>
    liveUpdates.isOn()
      ? startLiveUpdates(queryClient, [followPollCounts, followPoliticianCounts, followContentCounts])
      : undefined
  let stop = start()
  const stopCasting = castPendingAnswers(queryClient, toastOutcome)
  const unsubscribe = liveUpdates.subscribe(() => {
    stop?.()
    stop = start()
    if (stop) void queryClient.invalidateQueries()
  })
  return () => {
    stopCasting()
    unsubscribe()
    stop?.()
  }
}

/** What runs after the page was shown. Returns a stop function. */
export function startAfterPage(queryClient: QueryClient): () => void {
  const stops = [startSiteUpdates(queryClient), startErrorReports()]
  return () => stops.forEach((stop) => stop())
}
