import { site } from '@wtpu/contract/site/name'
import { parseId } from '@wtpu/contract/schemas'
import { getPoll } from '@wtpu/contract/polls/polls'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, redirect, useLocation } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { LegalLinks } from '#features/accounts/signup-texts.tsx'
import { AccountPage } from '#ui/on-demand/account-page.tsx'
import type { GoogleCallback } from '#features/accounts/google/google.ts'
import { GoogleCallbackStatus, OrByEmailDivider, SignInWays } from '#features/accounts/google/google-buttons.tsx'
import { LoginForm, LoginNotice } from '#features/accounts/login-form.tsx'
import { accountCreated, googleLoginFailed, passwordUpdated, sessionExpired } from '#features/accounts/messages.ts'
import { useWaitingSignIn } from '#features/accounts/sign-in-ticket.ts'
import { AnswerNotice } from '#features/polls/pending/answer-notice.tsx'
import { query } from '#lib/api/api.ts'
import { pathAfterLogin, dispatchRedirect, savedRoute } from '#lib/session/post-login-redirect.ts'
import { textParam } from '#lib/search.ts'
import { getSession, useSession } from '#lib/session/session.ts'
import { SharedLink } from '#shell/shared-link.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'

const SecondFactorForm = lazyComponent(() =>
  import('#features/accounts/on-demand/second-factor-form.tsx').then((module) => module.SecondFactorForm),
)
const PasskeySignIn = lazyComponent(() =>
  import('#features/accounts/on-demand/passkey-sign-in.tsx').then((module) => module.PasskeySignIn),
)
const Join = lazyComponent(() => import('#shell/join.tsx').then((module) => module.Join))

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

interface LoginSearch extends GoogleCallback {
  reset?: string
}

function Login() {
  const { reset, ...google } = Route.useSearch()
  const historyState = useLocation({ select: ({ state }) => state })
  const navigate = Route.useNavigate()
  const googleResult = google.code ?? google.error
  // Moved from the URL into state: a code can be used only once, so a reload must not send it again.
  const [callback, setCallback] = useState<GoogleCallback>()
  if (googleResult !== undefined && googleResult !== (callback?.code ?? callback?.error)) setCallback(google)
  useEffect(() => {
    if (googleResult !== undefined) void navigate({ search: {}, replace: true })
  }, [googleResult, navigate])
  const waiting = useWaitingSignIn()
  const [hasAccount, setHasAccount] = useState(false)
  const signedIn = useSession() !== null
  // The user signed in with the form, with Google, or in another tab.
  useEffect(() => {
    if (signedIn) dispatchRedirect(pathAfterLogin())
  }, [signedIn])
  const pollId =
    historyState.isNew && !site.forVisitors ? parseId(/^\/polls\/(\d+)/.exec(savedRoute() ?? '')?.[1] ?? '') : undefined
  const poll = useQuery({ ...query(getPoll, { params: { id: pollId ?? 0 } }), enabled: pollId !== undefined })
  if (pollId !== undefined && !poll.isError && !hasAccount) {
    return (
      <Join
        hasAccount={
          <button type="button" className="text-link min-h-11 font-medium" onClick={() => setHasAccount(true)}>
            I have an account
          </button>
        }
      />
    )
  }
  return (
    <AccountPage
      title="Welcome Back"
      takesFocus={hasAccount}
      lead={
        <p>
          New to {site.name}?{' '}
          <Link to="/signup" className="text-link font-medium">
            Create an account
          </Link>
        </p>
      }
      below={
        <>
          <AnswerNotice verb="Sign in" />
          <SharedLink verb="Sign in" />
        </>
      }
    >
      {waiting === undefined ? (
        <>
          {reset === '1' && <LoginNotice tone="good">{passwordUpdated}</LoginNotice>}
          {historyState.registeredEmail !== undefined && <LoginNotice tone="good">{accountCreated}</LoginNotice>}
          {historyState.sessionExpired && <LoginNotice tone="calm">{sessionExpired}</LoginNotice>}
          {callback && <GoogleCallbackStatus callback={callback} />}
          <SignInWays googleFailed={googleLoginFailed}>
            <PasskeySignIn fallback={<div className="mt-3 h-12" />} />
            <OrByEmailDivider />
            <LoginForm email={historyState.registeredEmail ?? historyState.resetEmail} />
          </SignInWays>
        </>
      ) : (
        <SecondFactorForm key={waiting.ticket} {...waiting} />
      )}
      <LegalLinks />
    </AccountPage>
  )
}
