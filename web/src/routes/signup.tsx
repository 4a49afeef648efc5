import { createFileRoute, Link, redirect } from '@tanstack/react-router'
import { useEffect } from 'react'
import { pathAfterRegistration, dispatchRedirect } from '#lib/session/post-login-redirect.ts'
import { getSession, useSession } from '#lib/session/session.ts'
import { Join } from '#shell/join.tsx'

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
    <Join
      hasAccount={
        <>
          Already have an account?{' '}
          <Link to="/login" className="text-link font-medium">
            Sign in
          </Link>
        </>
      }
    />
  )
}
