import type { Poll } from '@wtpu/contract/polls/polls'
import { getPollTotals } from '@wtpu/contract/polls/totals'
import { getRegistration } from '@wtpu/contract/site/invitations'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import CircleCheck from 'lucide-react/icons/circle-check'
import Clock from 'lucide-react/icons/clock'
import { OrByEmailDivider, SignInWays } from '#features/accounts/google/google-buttons.tsx'
import { googleSignupFailed } from '#features/accounts/messages.ts'
import { OpenRegistration } from '#features/accounts/registration-closed.tsx'
import { SignupForm } from '#features/accounts/signup-form.tsx'
import { AnswerBand, WaitingAnswer } from '#features/polls/pending/answer-band.tsx'
import { useAnswerState } from '#features/polls/core/kept-answers.ts'
import { answerCounted, answerNotCounted } from '#features/polls/small/pending-messages.ts'
import { settleAnswer, usePendingAnswer } from '#lib/session/pending-answer.ts'
import { query } from '#lib/api/api.ts'
import { useSession } from '#lib/session/session.ts'
import { takeFocus } from '#lib/take-focus.ts'
import { Button } from '#ui/button.tsx'

const notCountedYet = 'Not counted yet.'
const countedOnSignUp = 'Create an account, and we count it right away.'
const countedOnConfirmation = 'Create an account and open the link in our mail, and we count it.'
const counting = 'Counting your answer...'

/** What happens with an answer that was given before signing up: the form that makes it count, then what became of it. */
export function AnswerStatus({ poll, isTapped }: { poll: Poll; isTapped: boolean }) {
  const isVisitor = useSession() === null
  const pending = usePendingAnswer()
  const answer = useAnswerState(poll.id)
  if (pending?.pollId === poll.id) {
    return isVisitor ? (
      <SignUpToCount key={poll.id} poll={poll} option={pending.option} isTapped={isTapped} />
    ) : (
      <AnswerBand pollId={poll.id} Icon={Clock}>
        {counting}
      </AnswerBand>
    )
  }
  if (!answer) return null
  if (answer.state === 'waiting') return <WaitingAnswer pollId={poll.id} option={answer.option} />
  return answer.state === 'failed' ? (
    <AnswerBand pollId={poll.id} Icon={CircleAlert}>
      {answerNotCounted}. {answer.reason}
    </AnswerBand>
  ) : (
    <AnswerBand pollId={poll.id} Icon={CircleCheck}>
      {answerCounted}.
    </AnswerBand>
  )
}

function SignUpToCount({ poll, option, isTapped }: { poll: Poll; option: string; isTapped: boolean }) {
  const { data: totals } = useQuery(query(getPollTotals, { params: { id: poll.id } }))
  const { data: registration } = useQuery(query(getRegistration))
  return (
    <section aria-labelledby="sign-up-to-count">
      <AnswerBand key={option} pollId={poll.id} takesFocus={isTapped} Icon={Clock}>
        <strong>Your answer: {option}.</strong> {notCountedYet}{' '}
        {totals &&
          !registration?.is_closed &&
          (totals.method.who_can_vote === 'members' ? countedOnSignUp : countedOnConfirmation)}
      </AnswerBand>
      <OpenRegistration headingId="sign-up-to-count">
        <h3 id="sign-up-to-count" className="mt-4 mb-3 text-xl">
          Create your account
        </h3>
        <SignInWays short googleFailed={googleSignupFailed}>
          <OrByEmailDivider />
          <SignupForm short />
        </SignInWays>
      </OpenRegistration>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4">
        <p className="text-sm">
          Already have an account?{' '}
          <Link to="/login" className="inline-flex min-h-11 items-center text-link font-medium">
            Sign in
          </Link>
        </p>
        <Button
          variant="ghost"
          size="small"
          onClick={({ currentTarget }) => {
            takeFocus(currentTarget.closest('article'))
            settleAnswer(undefined)
          }}
        >
          Cancel
        </Button>
      </div>
    </section>
  )
}
