import { createFileRoute, redirect } from '@tanstack/react-router'
import { storeRedirect } from '#lib/session/post-login-redirect.ts'
import { getSession } from '#lib/session/session.ts'

/** Everything below needs a signed-in user: a visitor signs in first and then comes back. */
export const Route = createFileRoute('/_member')({
  beforeLoad: ({ location, preload }) => {
    if (getSession()) return
    // Pointing at a link loads ahead; only going there is a wish to return to.
    if (!preload) storeRedirect(location.href)
    throw redirect({ to: '/login' })
  },
})
