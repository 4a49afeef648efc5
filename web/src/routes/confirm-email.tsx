import { createFileRoute, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { AccountPage } from '#ui/on-demand/account-page.tsx'
import { BrokenLink, ConfirmEmail } from '#features/accounts/confirmation/confirm-email.tsx'
import { storeConfirmToken, storedConfirmToken } from '#features/accounts/confirmation/confirm-token.ts'
import { KeptAnswers } from '#features/polls/pending/kept-answers.tsx'
import { textParam } from '#lib/search.ts'

export const Route = createFileRoute('/confirm-email')({
  // Mails of version 1.0.0 have the token in the query.
  validateSearch: (search: Record<string, unknown>): { token?: string } => ({ token: textParam(search, 'token') }),
  component: ConfirmEmailPage,
})

function ConfirmEmailPage() {
  const search = Route.useSearch()
  const linked = useLocation().hash || search.token
  const navigate = Route.useNavigate()
  const [token, setToken] = useState(() => linked ?? storedConfirmToken())
  // Another link, opened in the same tab, changes the fragment only.
  if (linked && linked !== token) setToken(linked)
  // Move the token from the URL to session storage, to keep it out of the history.
  useEffect(() => {
    if (!linked) return
    storeConfirmToken(linked)
    void navigate({ search: {}, hash: '', replace: true })
  }, [linked, navigate])
  if (token) return <ConfirmEmail key={token} token={token} Answers={KeptAnswers} />
  return (
    <AccountPage isOfLink title="Confirm your email" lead={<p>This shows that the address is yours.</p>}>
      <BrokenLink />
    </AccountPage>
  )
}
