import Clock from 'lucide-react/icons/clock'
import { useRef, type ReactNode } from 'react'
import { takeFocus } from '#lib/take-focus.ts'
import { takePlace } from '#lib/take-place.ts'
import { Button } from '#ui/button.tsx'
import { useWithdrawAnswer } from '#features/polls/pending/withdraw-answer.ts'
import { countedOnLink } from '#features/polls/small/pending-messages.ts'

const focus = (element: HTMLElement | null) => element?.focus()

/** Takes the place of what was pressed. `takesFocus`: that was before this code was loaded. */
export function AnswerBand({
  pollId,
  Icon,
  takesFocus = false,
  children,
}: {
  pollId: number
  Icon: typeof Clock
  takesFocus?: boolean
  children: ReactNode
}) {
  return (
    <output
      ref={takesFocus ? focus : takePlace}
      data-answer={pollId}
      tabIndex={-1}
      className="flex scroll-mb-24 gap-2.5 rounded-control bg-tint p-3 text-sm leading-snug"
    >
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
      <span>{children}</span>
    </output>
  )
}

export function WaitingAnswer({ pollId, option }: { pollId: number; option: string }) {
  const place = useRef<HTMLDivElement>(null)
  const withdraw = useWithdrawAnswer({ onWithdrawn: () => takeFocus(place.current?.closest('article') ?? null) })
  return (
    <div ref={place}>
      <AnswerBand pollId={pollId} Icon={Clock}>
        <strong>Your answer: {option}.</strong> {countedOnLink}
      </AnswerBand>
      <Button
        variant="ghost"
        size="small"
        className="mt-1"
        loading={withdraw.isPending}
        onClick={() => withdraw.mutate(pollId)}
      >
        Withdraw my answer
      </Button>
    </div>
  )
}
