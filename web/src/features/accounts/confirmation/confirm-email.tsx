import type { Confirmation, confirmEmail } from '@wtpu/contract/accounts/confirmation'
import type { Output } from '@wtpu/contract/endpoint'
import { site } from '@wtpu/contract/site/name'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type ComponentType, type ReactNode } from 'react'
import { confirmationQuery, useConfirmEmail, useDeclineRegistration } from './confirm-email-api.ts'
import { cachedEmailStatus } from '#lib/session/email-status.ts'
import { useSession } from '#lib/session/session.ts'
import { takeFocus } from '#lib/take-focus.ts'
import { Breakable } from '#ui/breakable.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { useLastError } from '#lib/api/query-errors.ts'
import { ResendConfirmation } from '#ui/resend-confirmation.tsx'
import { AccountPage, LoadingLink } from '#ui/on-demand/account-page.tsx'
import { Done } from '#ui/on-demand/done.tsx'
import { clearConfirmToken } from './confirm-token.ts'

const emailConfirmed = 'Your email is confirmed. Thank you!'
const confirmFirst = 'Please confirm your email first, with the link that we sent you.'
const incompleteConfirmationLink = 'This confirmation link is not complete.'

type Outcome = Output<typeof confirmEmail>
type AnswersProps = { now: Outcome['answers'] }

/** `Answers`: what became of the answers that waited. Confirms on a click, not when opened, because mail scanners open every link and some run scripts. */
export function ConfirmEmail({ token, Answers }: { token: string; Answers: ComponentType<AnswersProps> }) {
  const link = useQuery(confirmationQuery(token))
  const confirm = useConfirmEmail()
  const [step, setStep] = useState<'confirm' | 'back' | 'decline' | 'declined'>('confirm')
  const lastError = useLastError(confirm)
  const isDecided = confirm.isSuccess || step === 'declined'
  return (
    <AccountPage
      title={isDecided ? 'Your email' : 'Confirm your email'}
      lead={!isDecided && <p>This shows that the address is yours.</p>}
    >
      {content()}
    </AccountPage>
  )

  function content() {
    if (confirm.data) {
      return (
        <Confirmed {...confirm.data}>
          <Answers now={confirm.data.answers} />
        </Confirmed>
      )
    }
    // The link is invalid or expired, so another attempt would fail too.
    const rejected = [link.error, confirm.error].find((error) => error?.status === 400)
    if (rejected) return <BrokenLink>{rejected.message}</BrokenLink>
    if (link.error) return <ErrorState title="The link could not be opened" query={link} inCard />
    if (!link.data) return <LoadingLink />
    if (step === 'declined') return <Done>The account was deleted. Nothing else is needed.</Done>
    if (step === 'decline')
      return <Decline token={token} onBack={() => setStep('back')} onDeclined={() => setStep('declined')} />
    const { email, email_confirmed, answers: waiting } = link.data
    return (
      <div className="flex flex-col items-start gap-5">
        <p
          ref={step === 'back' ? takeFocus : undefined}
          tabIndex={-1}
          className="max-w-full wrap-anywhere outline-none"
        >
          Somebody created an account on {site.name} with the address{' '}
          <strong>
            <Breakable>{email}</Breakable>
          </strong>
          .
        </p>
        {waiting.length > 0 && <Waiting answers={waiting} />}
        {lastError && <FormAlert pending={confirm.isPending}>{lastError.message}</FormAlert>}
        <Button
          size="large"
          loading={confirm.isPending}
          onClick={() => confirm.mutate({ token, answers: waiting }, { onSuccess: clearConfirmToken })}
        >
          {confirm.isPending ? 'Confirming...' : 'Confirm My Email'}
        </Button>
        {!email_confirmed && (
          <Button variant="secondary" disabled={confirm.isPending} onClick={() => setStep('decline')}>
            I did not register
          </Button>
        )}
      </div>
    )
  }
}

function Waiting({ answers }: { answers: Confirmation['answers'] }) {
  return (
    <div className="w-full">
      <p id="waiting-answers">
        {answers.length === 1
          ? 'This answer is counted when you confirm:'
          : 'These answers are counted when you confirm:'}
      </p>
      <ul aria-labelledby="waiting-answers" className="mt-2 flex flex-col gap-2">
        {answers.map(({ poll, question, option }) => (
          <li key={poll} className="rounded-control bg-tint p-3 wrap-anywhere">
            <span className="text-soft">{question}</span> <strong className="block">{option}</strong>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Decline({ token, onBack, onDeclined }: { token: string; onBack: () => void; onDeclined: () => void }) {
  const decline = useDeclineRegistration()
  const failure = useLastError(decline)
  return (
    <div className="flex flex-col items-start gap-5">
      <h2 ref={takeFocus} tabIndex={-1} className="text-2xl outline-none">
        Delete this account?
      </h2>
      <p>Somebody created it with your address. It is deleted for good, with the answers that wait.</p>
      {failure && <FormAlert pending={decline.isPending}>{failure.message}</FormAlert>}
      <div className="flex flex-wrap gap-3">
        <Button
          variant="destructive"
          loading={decline.isPending}
          onClick={() =>
            decline.mutate(token, {
              onSuccess: () => {
                clearConfirmToken()
                onDeclined()
              },
            })
          }
        >
          {decline.isPending ? 'Deleting...' : 'Delete the Account'}
        </Button>
        <Button variant="secondary" disabled={decline.isPending} onClick={onBack}>
          Back
        </Button>
      </div>
    </div>
  )
}

/** `ended`: how many sessions on other networks the confirmation has ended. */
function Confirmed({ answers, ended, children }: Outcome & { children: ReactNode }) {
  const session = useSession()
  const counted = answers?.find(({ state }) => state === 'counted')
  return (
    <div className="flex flex-col items-start gap-5">
      <Done>{emailConfirmed}</Done>
      {ended > 0 && <p>For your safety, devices that had signed in on another network were signed out.</p>}
      {children}
      {session ? (
        <PollsLink />
      ) : counted ? (
        // This may be another device than the one with the session, and everyone may see a result.
        <Link
          to="/results/$pollId"
          params={{ pollId: String(counted.poll) }}
          className={buttonClass({ size: 'large' })}
        >
          See the results
        </Link>
      ) : (
        <Link to="/login" className={buttonClass({ size: 'large' })}>
          Sign In
        </Link>
      )}
    </div>
  )
}

const PollsLink = () => (
  <Link to="/polls/{-$pollId}" className={buttonClass({ size: 'large' })}>
    Go to the polls
  </Link>
)

/** Shown for an expired, invalid or incomplete link, and before a site for members only. Signed-in users who still need one can request it. */
export function BrokenLink({ children }: { children?: ReactNode }) {
  const session = useSession()
  const missing = session && site.forVisitors ? confirmFirst : incompleteConfirmationLink
  const isConfirmed = cachedEmailStatus()?.email_confirmed
  return (
    <div className="flex flex-col items-start gap-5">
      <FormAlert>{children ?? missing}</FormAlert>
      {session && isConfirmed ? (
        <>
          <p>The email address of your account is confirmed already.</p>
          <PollsLink />
        </>
      ) : session ? (
        <>
          <p>We can send a new link to your email address.</p>
          <ResendConfirmation />
        </>
      ) : (
        <>
          <p>Sign in to get a new link.</p>
          <Link to="/login" className={buttonClass({ size: 'large' })}>
            Sign In
          </Link>
        </>
      )}
    </div>
  )
}
