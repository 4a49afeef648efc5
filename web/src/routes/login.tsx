import { createFileRoute, Link, redirect, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { AccountPage, LegalLinks } from '#features/accounts/account-page.tsx'
import type { GoogleReturn } from '#features/accounts/google/google.ts'
import { GoogleReturnNotice } from '#features/accounts/google/google-return.tsx'
import { LoginForm } from '#features/accounts/sign-in/login-form.tsx'
import { LoginNotice } from '#features/accounts/sign-in/login-notice.tsx'
import { accountCreated, googleLoginFailed, passwordUpdated, sessionExpired } from '#features/accounts/messages.ts'
import { OrByEmail, ProviderButtons } from '#features/accounts/google/provider-buttons.tsx'
import { pathAfterLogin, dispatchRedirect } from '#lib/session/post-login-redirect.ts'
import { textParam } from '#lib/search.ts'
import { getSession, useSession } from '#lib/session/session.ts'

export const Route = createFileRoute('/login')({
  validateSearch: (search: Record<string, unknown>): LoginSearch => ({
    reset: textParam(search, 'reset'),
    code: textParam(search, 'code'),
    state: textParam(search, 'state'),
    iss: textParam(search, 'iss'),
    error: textParam(search, 'error'),
  }),
  beforeLoad: () => {
    if (getSession()) throw redirect({ href: pathAfterLogin(), replace: true })
  },
  component: Login,
})

interface LoginSearch extends GoogleReturn {
  reset?: string
}

function Login() {
  const { reset, ...google } = Route.useSearch()
  const arrival = useLocation({ select: ({ state }) => state })
  const navigate = Route.useNavigate()
  const arrived = google.code ?? google.error
  // Kept here, for the address is cleaned at once: a code is good for one use, and none of a reload's business.
  const [back, setBack] = useState<GoogleReturn>()
  if (arrived !== undefined && arrived !== (back?.code ?? back?.error)) setBack(google)
  useEffect(() => {
    if (arrived !== undefined) void navigate({ search: {}, replace: true })
  }, [arrived, navigate])
  const signedIn = useSession() !== null
  // Signed in by the form below, or in another tab.
  useEffect(() => {
    if (signedIn) dispatchRedirect(pathAfterLogin())
  }, [signedIn])
  return (
    <AccountPage
      title="Welcome Back"
      lead={
        <p>
          New to WTPU?{' '}
          <Link to="/signup" className="text-link font-medium">
            Create an account
          </Link>
        </p>
      }
    >
      {reset === '1' && <LoginNotice tone="good">{passwordUpdated}</LoginNotice>}
      {arrival.registeredEmail !== undefined && <LoginNotice tone="good">{accountCreated}</LoginNotice>}
      {arrival.sessionExpired && <LoginNotice tone="calm">{sessionExpired}</LoginNotice>}
      {back && <GoogleReturnNotice back={back} />}
      <ProviderButtons googleFailed={googleLoginFailed} />
      <OrByEmail />
      <LoginForm email={arrival.registeredEmail} />
      <LegalLinks />
    </AccountPage>
  )
}
