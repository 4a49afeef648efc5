import type { ReactNode } from 'react'
import type { ApiFailure } from '#lib/api/request.ts'
import { needsConfirmedEmail, useEmailConfirmed, useResendConfirmation } from '#lib/session/email-confirmation.ts'
import { takeFocus } from '#lib/take-focus.ts'
import { Button } from './button.tsx'

/** A button that resends the confirmation email, followed by the outcome, until the email is confirmed. */
export function ResendConfirmation() {
  const resend = useResendConfirmation()
  const isConfirmed = useEmailConfirmed(true)
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {!isConfirmed && (
        <Button variant="secondary" size="small" loading={resend.isPending} onClick={() => resend.mutate()}>
          {resend.isPending ? 'Sending...' : 'Resend'}
          <span className="sr-only">the confirmation email</span>
        </Button>
      )}
      <output ref={isConfirmed ? takeFocus : undefined} tabIndex={-1} className="text-sm outline-none">
        {isConfirmed
          ? 'Your email is confirmed now.'
          : resend.isSuccess
            ? 'Sent. Please check your inbox.'
            : resend.error?.message}
      </output>
    </span>
  )
}

/** The resend button for errors caused by an unconfirmed email. Undefined for other errors. */
export function resendAction(failure: Pick<ApiFailure, 'code'> | null | undefined): ReactNode {
  return failure && needsConfirmedEmail(failure) ? <ResendConfirmation /> : undefined
}
