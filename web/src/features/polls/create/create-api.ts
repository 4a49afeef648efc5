import type { Written } from '@wtpu/contract/schemas'
import { createPoll, getPoll, tieRollCall, type Poll, markNoOpinion } from '@wtpu/contract/polls/polls'
import { cancelScheduledPoll, listScheduledPolls } from '@wtpu/contract/polls/scheduled'
import type { Input } from '@wtpu/contract/endpoint'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiFailure, call, urlKey } from '#lib/api/api.ts'
import { ifGone } from '#lib/api/if-gone.ts'
import { sendOrRead } from '#lib/api/repeat.ts'
import { useIdempotencyKey } from '#lib/idempotency-key.ts'
import { toast } from '#ui/toast/toast.tsx'
import { scheduledPollsQuery } from './own-polls.ts'

/** `written` is found by code that loads on demand. */
type NewPoll = Omit<Input<typeof createPoll>['body'], keyof Written | 'idempotency_key'> & { written: Promise<Written> }

/** Success refreshes polls and summary. */
function useRefreshPolls() {
  const queryClient = useQueryClient()
  return () =>
    queryClient.invalidateQueries({
      queryKey: urlKey('/api/polls/'),
      predicate: ({ queryKey }) => !queryKey.includes('categories') && !queryKey.includes('my-votes'),
    })
}

export function useCreatePoll(draft: string, onSent?: (poll: Poll, sent: NewPoll) => void) {
  const refresh = useRefreshPolls()
  const sendOnce = useIdempotencyKey(draft)
  return useMutation<Poll, ApiFailure, NewPoll>({
    mutationFn: async ({ written, ...poll }) => {
      const body = { ...poll, ...(await written) }
      return sendOnce(body, (idempotency_key) => call(createPoll, { body: { ...body, idempotency_key } }))
    },
    onSuccess: (poll, sent) => {
      onSent?.(poll, sent)
      void refresh()
    },
  })
}

/** The options of the tie are ids. */
export function useTieRollCall({ id, options }: Poll) {
  const refresh = useRefreshPolls()
  const position = (option: number) => options.findIndex((candidate) => candidate.id === option)
  return useMutation<Poll, ApiFailure, { rollCall: number; yea: number; nay: number } | undefined>({
    mutationFn: (tie) =>
      call(tieRollCall, {
        params: { id },
        body: tie
          ? { roll_call: tie.rollCall, roll_call_options: { yea: position(tie.yea), nay: position(tie.nay) } }
          : { roll_call: null },
      }),
    onSettled: refresh,
  })
}

export function useMarkNoOpinion({ id }: Poll) {
  const refresh = useRefreshPolls()
  return useMutation<Poll, ApiFailure, number[]>({
    mutationFn: (positions) => call(markNoOpinion, { params: { id }, body: { options: positions } }),
    onSettled: refresh,
  })
}

/** Adds the poll to the scheduled polls immediately, so that they can receive focus. */
export function useSchedulePoll() {
  const queryClient = useQueryClient()
  return useCreatePoll('schedule-poll', (poll, { user_timezone: zone = '' }) => {
    const scheduled = { ...poll, schedule_zone: zone }
    queryClient.setQueryData(scheduledPollsQuery().queryKey, (polls) => polls && [...polls, scheduled])
  })
}

/** Shows its toasts here instead of in the component, which unmounts when the poll leaves the list. */
export function useCancelScheduledPoll() {
  const refresh = useRefreshPolls()
  return useMutation<{ cancelled: boolean }, ApiFailure, Pick<Poll, 'id' | 'question'>>({
    mutationFn: ({ id }) =>
      sendOrRead(
        () => call(cancelScheduledPoll, { params: { id } }),
        // One that has opened meanwhile is not in the list either.
        async () =>
          (await call(listScheduledPolls)).some((poll) => poll.id === id)
            ? undefined
            : ifGone(call(getPoll, { params: { id } }), { cancelled: true }),
      ),
    onSuccess: (_, { question }) => toast({ title: 'Poll cancelled', description: question, variant: 'success' }),
    onError: ({ detail, message }) =>
      toast({ title: 'The poll could not be cancelled', description: detail || message, variant: 'error' }),
    // After an error too, because the poll may have opened. Returned, so that the list is current when the dialog closes.
    onSettled: refresh,
  })
}
