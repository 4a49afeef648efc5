import { WrittenText } from '#community/text/written-text.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Output } from '@wtpu/contract/endpoint'
import { judgeReason, listReasonsToJudge, type ReasonToJudge } from '@wtpu/contract/polls/on-demand/reasons'
import type { Poll } from '@wtpu/contract/polls/polls'
import { call, type ApiFailure, query } from '#lib/api/api.ts'
import { takePlace } from '#lib/take-place.ts'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { ResultsSkeleton } from '../card/skeletons.tsx'

/** Reasons of others, one at a time. `isEmpty`: the page says further down that there are none. */
export function JudgeReasons({ poll, myVote, isEmpty }: { poll: Poll; myVote: number; isEmpty: boolean }) {
  const queryClient = useQueryClient()
  const options = query(listReasonsToJudge, { params: { id: poll.id } })
  const waiting = useQuery(options)
  const judge = useMutation<Output<typeof judgeReason>, ApiFailure, ReasonToJudge & { isFair: boolean }>({
    mutationFn: ({ id, version, isFair }) => call(judgeReason, { params: { id }, body: { is_fair: isFair, version } }),
    onSuccess: ({ left }, { id }) => {
      const rest = waiting.data?.reasons.filter((reason) => reason.id !== id) ?? []
      queryClient.setQueryData(options.queryKey, { left, reasons: rest })
      if (rest.length === 0 && left > 0) void queryClient.invalidateQueries({ queryKey: options.queryKey })
    },
    // Others may have changed or deleted it.
    onError: () => queryClient.invalidateQueries({ queryKey: options.queryKey }),
  })
  if (waiting.isPending) return <ResultsSkeleton />
  if (!waiting.data) return <ErrorState title="Reasons could not be loaded" query={waiting} />
  const [next] = waiting.data.reasons
  if (!next && isEmpty && waiting.data.left > 0) return null
  // Reasons for one's own answer and accounts of it by others get the same question, so that nobody can tell them apart.
  const isOwnSide = poll.asks_other_side && next?.option === myVote
  return (
    <section aria-label="Reasons of others" className="flex flex-col gap-3">
      {next ? (
        <article
          key={next.id}
          ref={takePlace}
          tabIndex={-1}
          aria-label="A reason to judge"
          className={cardClass('flex flex-col gap-3 p-4 outline-none')}
        >
          <p className="text-sm text-soft">
            A reason for “{poll.options.find(({ id }) => id === next.option)?.text}”
            {isOwnSide
              ? ', your own answer. It may be by somebody who gave another one. Could you have written it?'
              : '. Is it fair, whatever you answered?'}
          </p>
          <WrittenText writing={next} className="wrap-anywhere">
            {next.text}
          </WrittenText>
          <div className="flex flex-wrap gap-2">
            {[true, false].map((isFair) => (
              <Button
                key={String(isFair)}
                variant="secondary"
                className="flex-1"
                aria-disabled={judge.isPending}
                onClick={() => !judge.isPending && judge.mutate({ ...next, isFair })}
              >
                {isOwnSide ? (isFair ? 'I could have written that' : 'No') : isFair ? 'A fair reason' : 'Skip'}
              </Button>
            ))}
          </div>
        </article>
      ) : (
        <p ref={takePlace} tabIndex={-1} className="text-soft outline-none">
          {waiting.data.left === 0
            ? 'You have judged as many reasons as you can today.'
            : 'No reasons of others wait for you.'}
        </p>
      )}
      {judge.error && <FormAlert>{judge.error.message}</FormAlert>}
    </section>
  )
}
