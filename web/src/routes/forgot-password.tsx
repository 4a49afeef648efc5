import { createFileRoute } from '@tanstack/react-router'
import { AccountPage } from '#ui/on-demand/account-page.tsx'
import { ForgotForm } from '#features/accounts/recovery/forgot-form.tsx'

export const Route = createFileRoute('/forgot-password')({ component: ForgotPassword })

function ForgotPassword() {
  return (
    <AccountPage
      title="Forgot Password"
      lead={<p>Enter your email, and we will send you a code to choose a new password.</p>}
    >
      <ForgotForm />
    </AccountPage>
  )
}
