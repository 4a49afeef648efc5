import { cancelScheduledPoll, createPoll, type Poll, scheduledDuration } from '@wtpu/contract/polls'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiFailure, call, keyOf } from '#lib/api.ts'

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
