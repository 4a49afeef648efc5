import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { passFocus } from '#lib/pass-focus.ts'
import { settleAnswer, usePendingAnswer } from '#lib/session/pending-answer.ts'

/** On the screens of sign-in and sign-up: the answer that is counted after it. The sign-in screen offers to sign up first. */
export function AnswerNotice({ verb }: { verb: 'Sign in' | 'Join' }) {
  const answer = usePendingAnswer()
  if (!answer) return null
  return (
    <section aria-labelledby="pending-answer" className={cardClass('mt-6 max-w-md p-5')}>
      <h2 id="pending-answer" className="text-xl leading-snug">
        <span className="mb-1 block font-sans text-sm font-medium tracking-normal text-accent">
          Your answer, not counted yet:{' '}
        </span>
        {answer.option}
      </h2>
      <p className="mt-2 text-sm text-soft">{answer.question}</p>
      <p className="mt-2 text-sm">{verb} and we count it.</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {verb === 'Sign in' && (
          <Link to="/signup" className={buttonClass({ size: 'small' })}>
            Create Account
          </Link>
        )}
        <Button ref={passFocus} variant="ghost" size="small" onClick={() => settleAnswer(undefined)}>
          Drop my answer
        </Button>
      </div>
    </section>
  )
}
