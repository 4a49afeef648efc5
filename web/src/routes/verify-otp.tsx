import { otpLength, otpMinutes } from '@wtpu/contract/accounts/recovery'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { AccountPage } from '#ui/on-demand/account-page.tsx'
import { OtpForm } from '#features/accounts/recovery/otp-form.tsx'
import { textParam } from '#lib/search.ts'
import { Breakable } from '#ui/breakable.tsx'

export const Route = createFileRoute('/verify-otp')({
  validateSearch: (search: Record<string, unknown>): { email?: string } => ({ email: textParam(search, 'email') }),
  beforeLoad: ({ search }) => {
    if (!search.email?.trim()) throw redirect({ to: '/forgot-password', replace: true })
  },
  component: VerifyOtp,
})

function VerifyOtp() {
  const { email = '' } = Route.useSearch()
  return (
    <AccountPage
      title="Verify Code"
      lead={
        <p>
          We sent a {otpLength}-digit code to{' '}
          <strong className="break-words text-ink">
            <Breakable>{email}</Breakable>
          </strong>
          . It is valid for {otpMinutes} minutes. If you do not see it, check your spam folder.
        </p>
      }
    >
      <OtpForm email={email} />
    </AccountPage>
  )
}
