import { listPendingAnswers, withdrawPendingAnswer } from '@wtpu/contract/polls/pending-answers'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiFailure, call, urlKey } from '#lib/api/api.ts'
import { sendOrRead } from '#lib/api/repeat.ts'
import { forgetAnswer } from '#lib/session/pending-answer.ts'
import { toast } from '#ui/toast/toast.tsx'

/** An answer that is not there was withdrawn before, in another tab or by a request whose response was lost. */
export function useWithdrawAnswer({ onWithdrawn }: { onWithdrawn: () => void }) {
  const queryClient = useQueryClient()
  return useMutation<unknown, ApiFailure, number>({
    mutationFn: (pollId) =>
      sendOrRead<unknown>(
        () =>
          call(withdrawPendingAnswer, { params: { id: pollId } }).catch((failure: ApiFailure) => {
            if (failure.status !== 404) throw failure
          }),
        async () => (await call(listPendingAnswers)).every(({ poll }) => poll !== pollId) || undefined,
      ),
    onSuccess: (_response, pollId) => {
      // Before the button disappears.
      onWithdrawn()
      forgetAnswer(pollId)
      toast({ title: 'Your answer was withdrawn', variant: 'success' })
    },
    onError: (failure) =>
      toast({ title: 'Your answer could not be withdrawn', description: failure.message, variant: 'error' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: urlKey('/api/polls/') }),
  })
}
