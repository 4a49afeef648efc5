import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { PasswordResetError } from '#features/accounts/api.ts'
import { AccountPage } from '#ui/on-demand/account-page.tsx'
import { InvalidResetLink, ResetForm } from '#features/accounts/recovery/reset-form.tsx'
import { isResetCode, storeResetCode, storedResetCode } from '#features/accounts/recovery/reset-code.ts'
import { textParam } from '#lib/search.ts'

export const Route = createFileRoute('/reset-password')({
  validateSearch: (search: Record<string, unknown>): { email?: string; code?: string } => ({
    email: textParam(search, 'email'),
    code: textParam(search, 'code'),
  }),
  component: ResetPassword,
})

function ResetPassword() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const [resetCode] = useState(() => (search.code === undefined ? storedResetCode() : search))
  const [error, setError] = useState<PasswordResetError>()
  // Move the code from the URL to session storage, to keep it out of the history.
  useEffect(() => {
    if (search.code === undefined) return
    if (isResetCode(search)) storeResetCode(search)
    void navigate({ search: {}, replace: true })
  }, [search, navigate])
  if (!isResetCode(resetCode) || error) {
    return (
      <AccountPage isOfLink title="Reset Password">
        <InvalidResetLink email={resetCode?.email} error={error} />
      </AccountPage>
    )
  }
  return (
    <AccountPage title="Reset Password" lead={<p>Choose a new password. You will be signed out everywhere.</p>}>
      <ResetForm {...resetCode} onRejected={setError} />
    </AccountPage>
  )
}
