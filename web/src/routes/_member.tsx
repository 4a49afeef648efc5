import { isOpenPath } from '@wtpu/contract/site/parts'
import { createFileRoute, redirect } from '@tanstack/react-router'
import { storeRedirect } from '#lib/session/post-login-redirect.ts'
import { getSession } from '#lib/session/session.ts'

/** Layout route of the members' pages. Redirects visitors to sign-in and back afterwards. */
export const Route = createFileRoute('/_member')({
  beforeLoad: ({ location, preload }) => {
    // The layout says that the page is switched off.
    if (getSession() || !isOpenPath(location.pathname)) return
    // Hovering over a link also runs this guard, as a preload. Only a real visit is stored as the redirect target.
    if (!preload) storeRedirect(location.href)
    // Most visitors who open the link of a poll have no account yet.
    throw redirect({ to: '/login', state: { isNew: location.pathname.startsWith('/polls/') } })
  },
})
