import { getPolitician, listMyRatings, type Politician, type PoliticianProfile } from '@wtpu/contract/politicians'
import { undoSeconds } from '@wtpu/contract/undo'
import { undoRating } from '@wtpu/contract/undo-rating'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ApiFailure, call } from '#lib/api/api.ts'
import { sendOrRead } from '#lib/api/repeat.ts'
import { classes } from '#lib/classes.ts'
import { keepToastsAbove } from '#ui/after-page/keep-toasts-above.ts'
import { toast } from '#ui/toast/toast.tsx'
import { UndoButton, useSecondsLeft } from '#community/undo-button.tsx'
import { undoFailureTitle, undoneRating } from './messages.ts'
import { myRatingsQuery, writeRating } from './rating-api.ts'

/** Takes back the rating of an official, for ten seconds. `onEnd` receives the focus. */
export function RatingUndo({
  politician: { id, name },
  until,
  inTicker,
  onEnd,
}: {
  politician: Pick<Politician, 'id' | 'name'>
  until: string
  inTicker: boolean
  onEnd: () => void
}) {
  const undo = useUndoRating(id)
  const left = useSecondsLeft(until)
  if (left <= 0) return null
  return (
    // The ticker keeps toasts above all of it.
    <span ref={inTicker ? undefined : keepToastsAbove}>
      <UndoButton
        what={`the rating of ${name}`}
        undoing={undo.isPending}
        onUndo={undo.mutate}
        onUndoEnd={onEnd}
        className={inTicker && 'px-1.5!'}
      >
        <span aria-hidden className={classes('tabular-nums', inTicker && 'max-[26rem]:hidden')}>
          {Math.min(left, undoSeconds)}
        </span>
      </UndoButton>
    </span>
  )
}

function useUndoRating(id: number) {
  const queryClient = useQueryClient()
  return useMutation<PoliticianProfile, ApiFailure>({
    mutationFn: () =>
      sendOrRead(
        () => call(undoRating, { params: { id } }),
        async () =>
          (await call(listMyRatings)).some(({ politician }) => politician === id)
            ? undefined
            : call(getPolitician, { params: { id } }),
      ),
    onSuccess: (politician) => {
      writeRating(queryClient, politician)
      toast(undoneRating(politician.name))
    },
    onError: (failure) => {
      toast({ title: undoFailureTitle(failure), description: failure.message, variant: 'error' })
      // The time may be over, or the rating taken back on another device.
      void queryClient.invalidateQueries({ queryKey: myRatingsQuery().queryKey })
    },
  })
}
