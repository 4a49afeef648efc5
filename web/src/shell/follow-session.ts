import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { safePath, storeRedirect } from '#lib/session/post-login-redirect.ts'
import { getSession, onSessionChange, type LogoutReason } from '#lib/session/session.ts'

/**
 * Specification 2: where signing in and out lead, whoever caused it. Listens from before the first page is loaded, since
 * that may be what finds the session expired. Returns the way to stop.
 */
export function followSession(router: AnyRouter, queryClient: QueryClient): () => void {
  const onLoggedOut = (event: CustomEvent<{ reason: LogoutReason }>) => {
    if (event.detail.reason === 'reset') return
    if (event.detail.reason === 'expired') storeRedirect(router.history.location.href)
    // A form that asks before it is left has nobody to ask any more.
    router.history.push(event.detail.reason === 'manual' ? '/' : '/login', undefined, { ignoreBlocker: true })
  }
  const onRedirect = (event: CustomEvent<{ target?: string }>) => {
    router.history.replace(safePath(event.detail.target) ?? '/')
  }
  window.addEventListener('wtpu-logged-out', onLoggedOut)
  window.addEventListener('wtpu-post-login-redirect', onRedirect)
  const stopForgetting = forgetOthers(router, queryClient)
  return () => {
    window.removeEventListener('wtpu-logged-out', onLoggedOut)
    window.removeEventListener('wtpu-post-login-redirect', onRedirect)
    stopForgetting()
  }
}

/** One person's answers are not shown to the next; and a sign-out in another tab closes the members' pages here. */
function forgetOthers(router: AnyRouter, queryClient: QueryClient): () => void {
  let user = getSession()?.user_id
  const forget = async (next: number | undefined) => {
    await router.invalidate()
    queryClient.removeQueries({ type: 'inactive' })
    if (next) await queryClient.invalidateQueries()
  }
  return onSessionChange(() => {
    const next = getSession()?.user_id
    if (next === user) return
    user = next
    void forget(next)
  })
}

declare global {
  interface WindowEventMap {
    'wtpu-logged-out': CustomEvent<{ reason: LogoutReason }>
    'wtpu-post-login-redirect': CustomEvent<{ target?: string }>
  }
}
