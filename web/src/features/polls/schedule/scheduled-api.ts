import { listScheduledPolls, type ScheduledPoll } from '@wtpu/contract/polls'
import type { Query } from '@tanstack/react-query'
import { type ApiFailure, query } from '#lib/api/api.ts'
import { now } from '#lib/time.ts'

/** The viewer's own; asked for again when the next of them is due, since the clock publishes it and no hint comes. */
export const scheduledPollsQuery = () =>
  query(listScheduledPolls, {}, { meta: { own: true }, refetchInterval: whenTheNextIsDue })

/** The button that opens their list: whoever has scheduled a poll goes on from there. */
export const scheduledPollsToggleId = 'scheduled-polls-toggle'

const longest = 60 * 60_000

function whenTheNextIsDue({ state }: Query<ScheduledPoll[], ApiFailure, ScheduledPoll[]>): number | false {
  const next = state.data?.[0]
  if (!next) return false
  return Math.min(Math.max(Date.parse(next.published_at) - now() + 1000, 1000), longest)
}
