import type { Poll } from '@wtpu/contract/polls/polls'
import { getPollTotals } from '@wtpu/contract/polls/totals'
import { getRegistration } from '@wtpu/contract/site/invitations'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import CircleCheck from 'lucide-react/icons/circle-check'
import Clock from 'lucide-react/icons/clock'
import { useEffect, useRef, type ReactNode } from 'react'
import { GoogleButton, OrByEmailDivider } from '#features/accounts/google/google-buttons.tsx'
import { googleSignupFailed } from '#features/accounts/messages.ts'
import { OpenRegistration } from '#features/accounts/registration-closed.tsx'
import { SignupForm } from '#features/accounts/signup-form.tsx'
import { useMyVotes } from '#features/polls/my-votes.ts'
import { useKeptAnswers } from '#features/polls/pending/kept-answers.ts'
import {
  answerCounted,
  answerNotCounted,
  countedOnConfirmation,
  countedOnLink,
  countedOnSignUp,
  counting,
  notCountedYet,
} from '#features/polls/pending/messages.ts'
import { settleAnswer, useAnswerOutcome, usePendingAnswer } from '#features/polls/pending/pending-answer.ts'
import { query } from '#lib/api/api.ts'
import { useSession } from '#lib/session/session.ts'
import { Button } from '#ui/button.tsx'

/** What happens with an answer that was given before signing up: the form that makes it count, then what became of it. */
export function AnswerStatus({ poll, isTapped }: { poll: Poll; isTapped: boolean }) {
  const isVisitor = useSession() === null
  const pending = usePendingAnswer()
  const outcome = useAnswerOutcome()
  const isCounted = useMyVotes().has(poll.id)
  if (pending?.pollId === poll.id) {
    return isVisitor ? (
      <SignUpToCount key={poll.id} poll={poll} option={pending.option} isTapped={isTapped} />
    ) : (
      <Band Icon={Clock}>{counting}</Band>
    )
  }
  if (isVisitor) return null
  if (outcome?.pollId !== poll.id) return <KeptAnswer pollId={poll.id} />
  if (outcome.state === 'waiting' && !isCounted) return <Waiting option={outcome.option} />
  return outcome.state === 'failed' ? (
    <Band Icon={CircleAlert}>
      {answerNotCounted}. {outcome.reason}
    </Band>
  ) : (
    <Band Icon={CircleCheck}>{answerCounted}.</Band>
  )
}

/** An answer that waits with the account, also after a reload or on another device. */
function KeptAnswer({ pollId }: { pollId: number }) {
  const { data } = useKeptAnswers()
  const kept = data?.find(({ poll }) => poll === pollId)
  return kept?.state === 'waiting' && kept.option !== null ? <Waiting option={kept.option} /> : null
}

const Waiting = ({ option }: { option: string }) => (
  <Band Icon={Clock}>
    <strong>Your answer: {option}.</strong> {countedOnLink}
  </Band>
)

/** `takesFocus`: the tap has replaced the button that had the focus. */
function Band({
  Icon,
  takesFocus = false,
  children,
}: {
  Icon: typeof Clock
  takesFocus?: boolean
  children: ReactNode
}) {
  const element = useRef<HTMLOutputElement>(null)
  useEffect(() => {
    if (takesFocus) element.current?.focus()
  }, [takesFocus])
  return (
    <output
      ref={element}
      tabIndex={-1}
      className="flex scroll-mb-24 gap-2.5 rounded-control bg-tint p-3 text-[0.9375rem] leading-snug"
    >
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-accent" />
      <span>{children}</span>
    </output>
  )
}

function SignUpToCount({ poll, option, isTapped }: { poll: Poll; option: string; isTapped: boolean }) {
  const { data: totals } = useQuery(query(getPollTotals, { params: { id: poll.id } }))
  const { data: registration } = useQuery(query(getRegistration))
  return (
    <section aria-labelledby="sign-up-to-count">
      <Band key={option} takesFocus={isTapped} Icon={Clock}>
        <strong>Your answer: {option}.</strong> {notCountedYet}{' '}
        {totals &&
          !registration?.is_closed &&
          (totals.method.who_could_vote === 'members' ? countedOnSignUp : countedOnConfirmation)}
      </Band>
      <OpenRegistration headingId="sign-up-to-count">
        <h3 id="sign-up-to-count" className="mt-4 mb-3 text-xl">
          Create your account
        </h3>
        <GoogleButton googleFailed={googleSignupFailed} />
        <OrByEmailDivider />
        <SignupForm short />
      </OpenRegistration>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-[0.9375rem]">
          Already have an account?{' '}
          <Link to="/login" className="inline-flex min-h-11 items-center text-link font-medium">
            Sign in
          </Link>
        </p>
        <Button variant="ghost" size="small" onClick={() => settleAnswer(undefined)}>
          Cancel
        </Button>
      </div>
    </section>
  )
}
