import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import { CircleCheck } from 'lucide-react'
import { useEffect } from 'react'
import { AccountPage, LegalLinks } from '#features/accounts/account-page.tsx'
import { LoginForm } from '#features/accounts/login-form.tsx'
import { passwordUpdated } from '#features/accounts/messages.ts'
import { OrByEmail, ProviderButtons } from '#features/accounts/provider-buttons.tsx'
import { afterLogin, announceRedirect } from '#lib/last-route.ts'
import { textParam } from '#lib/search.ts'
import { getSession, useSession } from '#lib/session.ts'

export const Route = createFileRoute('/login')({
  validateSearch: (search: Record<string, unknown>): { reset?: string } => ({ reset: textParam(search, 'reset') }),
  beforeLoad: () => {
    if (getSession()) throw redirect({ href: afterLogin(), replace: true })
  },
  component: Login,
})

function Login() {
  const { reset } = Route.useSearch()
  const signedIn = useSession() !== null
  // Signed in by the form below, or in another tab.
  useEffect(() => {
    if (signedIn) announceRedirect(afterLogin())
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
      {reset === '1' && (
        <output className="mb-6 flex gap-2.5 rounded-control border border-good bg-good-tint p-3.5 text-good">
          <CircleCheck aria-hidden className="mt-0.5 size-5 shrink-0" />
          {passwordUpdated}
        </output>
      )}
      <ProviderButtons />
      <OrByEmail />
      <LoginForm />
      <LegalLinks />
    </AccountPage>
  )
}
