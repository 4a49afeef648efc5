import { site } from '@wtpu/contract/site/name'
import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import { useEffect } from 'react'
import { AccountPage, SignupBenefits } from '#features/accounts/account-page.tsx'
import { googleSignupFailed } from '#features/accounts/messages.ts'
import { OrByEmailDivider, ProviderButtons } from '#features/accounts/google/google-buttons.tsx'
import { OpenRegistration } from '#features/accounts/registration-closed.tsx'
import { SignupForm } from '#features/accounts/signup-form.tsx'
import { AnswerNotice } from '#features/polls/pending/answer-notice.tsx'
import { pathAfterRegistration, dispatchRedirect } from '#lib/session/post-login-redirect.ts'
import { getSession, useSession } from '#lib/session/session.ts'
import { SharedLink } from '#shell/shared-link.tsx'

export const Route = createFileRoute('/signup')({
  beforeLoad: () => {
    if (getSession()) throw redirect({ href: pathAfterRegistration(), replace: true })
  },
  component: Signup,
})

function Signup() {
  const signedIn = useSession() !== null
  useEffect(() => {
    if (signedIn) dispatchRedirect(pathAfterRegistration())
  }, [signedIn])
  return (
    <AccountPage
      title={`Join ${site.name}`}
      lead={
        <p>
          Already have an account?{' '}
          <Link to="/login" className="text-link font-medium">
            Sign in
          </Link>
        </p>
      }
      below={
        <>
          <AnswerNotice verb="Join" />
          <SharedLink verb="Join" />
        </>
      }
      aside={<SignupBenefits />}
    >
      <OpenRegistration>
        <ProviderButtons googleFailed={googleSignupFailed} />
        <OrByEmailDivider />
        <SignupForm />
      </OpenRegistration>
    </AccountPage>
  )
}
