import { site } from '@wtpu/contract/site/name'
import { Link } from '@tanstack/react-router'
import CircleCheck from 'lucide-react/icons/circle-check'
import type { ReactNode } from 'react'
import { useConfirmEmail } from '#lib/session/email-confirmation.ts'
import { cachedEmailStatus } from '#lib/session/email-status.ts'
import { useSession } from '#lib/session/session.ts'
import { Button, buttonClass } from '#ui/button.tsx'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { useLastError } from '#lib/api/query-errors.ts'
import { ResendConfirmation } from '#ui/resend-confirmation.tsx'
import { clearConfirmToken } from './confirm-token.ts'

const emailConfirmed = 'Your email is confirmed. Thank you!'
const incompleteConfirmationLink = 'This confirmation link is not complete.'
const notYourAccount = `If you did not create a ${site.name} account, close this page.`

/** `answers`: what became of the member's answers that waited. Confirms on a click, not when opened, because mail scanners open every link and some run scripts. */
export function ConfirmEmail({ token, answers }: { token: string; answers: ReactNode }) {
  const confirm = useConfirmEmail()
  const lastError = useLastError(confirm)
  if (confirm.isSuccess) return <Confirmed answers={answers} />
  // The link is invalid or expired, so another attempt would fail too.
  if (confirm.error?.status === 400) return <BrokenLink>{confirm.error.message}</BrokenLink>
  return (
    <div className="flex flex-col items-start gap-5">
      {lastError && <FormAlert pending={confirm.isPending}>{lastError.message}</FormAlert>}
      <Button
        size="large"
        loading={confirm.isPending}
        onClick={() => confirm.mutate(token, { onSuccess: clearConfirmToken })}
      >
        {confirm.isPending ? 'Confirming...' : 'Confirm My Email'}
      </Button>
      <p className="text-soft">{notYourAccount}</p>
    </div>
  )
}

function Confirmed({ answers }: { answers: ReactNode }) {
  const session = useSession()
  return (
    <div className="flex flex-col items-start gap-5">
      <output className="flex w-full gap-2.5 rounded-control border border-good bg-good-tint p-3.5 text-good">
        <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0" />
        {emailConfirmed}
      </output>
      {session && answers}
      {session ? (
        <PollsLink />
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

/** Shown for an expired, invalid or incomplete link. Signed-in users who still need one can request it. */
export function BrokenLink({ children = incompleteConfirmationLink }: { children?: ReactNode }) {
  const session = useSession()
  const isConfirmed = cachedEmailStatus()?.email_confirmed
  return (
    <div className="flex flex-col items-start gap-5">
      <FormAlert>{children}</FormAlert>
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
