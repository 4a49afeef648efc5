import { Link } from '@tanstack/react-router'
import { buttonClass } from '#ui/button.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { answerCounted, answerNotCounted, answerWaits, countedOnLink } from '#features/polls/small/pending-messages.ts'
import type { AnswerOutcome } from '#lib/session/pending-answer.ts'

/**
 * Says on every page what became of the answer, unless the card of the poll says so in the window, which the message would cover. With
 * its link, a failure stays until it is dismissed.
 */
export function toastOutcome(outcome: AnswerOutcome): void {
  if (isInWindow(document.querySelector(`[data-answer="${outcome.pollId}"]`))) return
  const answer = `${outcome.question} ${outcome.option}`
  if (outcome.state === 'counted') return toast({ title: answerCounted, description: answer, variant: 'success' })
  if (outcome.state === 'waiting') return toast({ title: answerWaits, description: countedOnLink, variant: 'info' })
  if (outcome.state === 'failed') showFailure(outcome)
}

function isInWindow(element: Element | null): boolean {
  const { top = 0, bottom = 0 } = element?.getBoundingClientRect() ?? {}
  return bottom > 0 && top < window.innerHeight
}

function showFailure({ reason, question, pollId }: AnswerOutcome & { state: 'failed' }): void {
  toast({
    title: answerNotCounted,
    description: `${reason} ${question}`,
    variant: 'error',
    action: (
      <Link
        to="/polls/{-$pollId}"
        params={{ pollId: String(pollId) }}
        className={buttonClass({ variant: 'secondary', size: 'small' })}
      >
        See the Poll
      </Link>
    ),
  })
}
