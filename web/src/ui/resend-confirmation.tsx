import type { ReactNode } from 'react'
import type { ApiFailure } from '#lib/api/request.ts'
import { needsConfirmedEmail, useResendConfirmation } from '#lib/session/email-confirmation.ts'
import { Button } from './button.tsx'

/** A button that resends the confirmation email, followed by the outcome. */
export function ResendConfirmation() {
  const resend = useResendConfirmation()
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button variant="secondary" size="small" loading={resend.isPending} onClick={() => resend.mutate()}>
        {resend.isPending ? 'Sending...' : 'Resend'}
        <span className="sr-only">the confirmation email</span>
      </Button>
      <output className="text-sm">
        {resend.isSuccess && 'Sent. Please check your inbox.'}
        {resend.error?.message}
      </output>
    </span>
  )
}

/** The resend button for errors caused by an unconfirmed email. Undefined for other errors. */
export function resendAction(failure: Pick<ApiFailure, 'code'> | undefined): ReactNode {
  return failure && needsConfirmedEmail(failure) ? <ResendConfirmation /> : undefined
}
