import {
  cancelScheduledPoll,
  createPoll,
  listScheduledPolls,
  type Poll,
  scheduledDuration,
  type ScheduledPoll,
} from '@wtpu/contract/polls'
import { useMutation, useQueryClient, type Query } from '@tanstack/react-query'
import { type ApiFailure, call, keyOf, query } from '#lib/api.ts'
import { now } from '#lib/time.ts'

export interface NewPoll {
  question: string
  description: string
  category: number
  options: string[]
  duration_days: number
  politician?: number
}

export interface NewScheduledPoll {
  question: string
  category: number
  options: string[]
  schedule_date: string
  schedule_time: string
  user_timezone: string
}

/** Specification 7: success refreshes polls and summary. */
function useRefreshPolls() {
  const queryClient = useQueryClient()
  return () =>
    void queryClient.invalidateQueries({
      queryKey: keyOf('/api/polls/'),
      predicate: ({ queryKey }) => !queryKey.includes('categories') && !queryKey.includes('my-votes'),
    })
}

export function useCreatePoll() {
  const refresh = useRefreshPolls()
  return useMutation<Poll, ApiFailure, NewPoll>({
    mutationFn: (body) => call(createPoll, { body }),
    onSuccess: refresh,
  })
}

export function useSchedulePoll() {
  const refresh = useRefreshPolls()
  return useMutation<Poll, ApiFailure, NewScheduledPoll>({
    mutationFn: (body) => call(createPoll, { body: { ...body, duration_days: scheduledDuration } }),
    onSuccess: refresh,
  })
}

export function useCancelScheduledPoll() {
  const refresh = useRefreshPolls()
  return useMutation<{ cancelled: boolean }, ApiFailure, number>({
    mutationFn: (id) => call(cancelScheduledPoll, { params: { id } }),
    // Also after a refusal: it may be published by now.
    onSettled: refresh,
  })
}

/** The viewer's own; asked for again when the next of them is due, since the clock publishes it and no hint comes. */
export const scheduledPollsQuery = () =>
  query(listScheduledPolls, {}, { meta: { own: true }, refetchInterval: whenTheNextIsDue })

const longest = 60 * 60_000

function whenTheNextIsDue({ state }: Query<ScheduledPoll[], ApiFailure, ScheduledPoll[]>): number | false {
  const next = state.data?.[0]
  if (!next) return false
  return Math.min(Math.max(Date.parse(next.published_at) - now() + 1000, 1000), longest)
}
