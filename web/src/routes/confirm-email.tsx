import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { AccountPage } from '#features/accounts/account-page.tsx'
import { BrokenLink, ConfirmEmail } from '#features/accounts/confirmation/confirm-email.tsx'
import { storeConfirmToken, storedConfirmToken } from '#features/accounts/confirmation/confirm-token.ts'
import { KeptAnswers } from '#features/polls/pending/kept-answers.tsx'
import { textParam } from '#lib/search.ts'

export const Route = createFileRoute('/confirm-email')({
  validateSearch: (search: Record<string, unknown>): { token?: string } => ({ token: textParam(search, 'token') }),
  component: ConfirmEmailPage,
})

function ConfirmEmailPage() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const [token] = useState(() => search.token ?? storedConfirmToken())
  // Move the token from the URL to session storage, to keep it out of the history.
  useEffect(() => {
    if (search.token === undefined) return
    storeConfirmToken(search.token)
    void navigate({ search: {}, replace: true })
  }, [search, navigate])
  return (
    <AccountPage title="Confirm your email" lead={<p>This shows that the address is yours.</p>}>
      {token ? <ConfirmEmail token={token} answers={<KeptAnswers />} /> : <BrokenLink />}
    </AccountPage>
  )
}
