import { listOwnUnanswered, listScheduledPolls, type ScheduledPoll } from '@wtpu/contract/polls/scheduled'
import type { Query } from '@tanstack/react-query'
import { type ApiFailure, query } from '#lib/api/api.ts'
import { now } from '#lib/time.ts'

/** The viewer's polls that can still be changed. */
export const ownUnansweredQuery = () => query(listOwnUnanswered, {}, { meta: { own: true } })

/** The viewer's scheduled polls. Refetched when the next one opens: no invalidation is sent at that moment. */
export const scheduledPollsQuery = () =>
  query(listScheduledPolls, {}, { meta: { own: true }, refetchInterval: msUntilNextOpens })

/** The id of the button that shows the list. It receives focus after a poll has been scheduled. */
export const scheduledPollsToggleId = 'scheduled-polls-toggle'

const maxRefetchIntervalMs = 60 * 60_000

function msUntilNextOpens({ state }: Query<ScheduledPoll[], ApiFailure, ScheduledPoll[]>): number | false {
  const next = state.data?.[0]
  if (!next) return false
  return Math.min(Math.max(Date.parse(next.published_at) - now() + 1000, 1000), maxRefetchIntervalMs)
}
