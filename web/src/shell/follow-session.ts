import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { lastRoute, safePath, storeRedirect } from '#lib/session/post-login-redirect.ts'
import { getSession, onSessionChange, type LogoutReason } from '#lib/session/session.ts'

/**
 * Specification 2: where signing in and out lead, whoever caused it. Listens from before the first page is loaded, since
 * that may be what finds the session expired. Returns the way to stop.
 */
export function followSession(router: AnyRouter, queryClient: QueryClient): () => void {
  const onLoggedOut = ({ detail }: WindowEventMap['wtpu-logged-out']) => {
    const reason = detail?.reason
    if (reason === 'reset') return
    if (reason !== 'manual') storeRedirect(router.history.location.href)
    const state = reason === 'expired' ? { sessionExpired: true } : undefined
    // No "unsaved changes" question: the user who could answer it is signed out.
    router.history.push(reason === 'manual' ? '/' : '/login', state, { ignoreBlocker: true })
  }
  const onRedirect = ({ detail }: WindowEventMap['wtpu-post-login-redirect']) => {
    router.history.replace(safePath(detail?.target) ?? lastRoute())
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
    // Dispatched by anyone, so without any guarantee of a detail (decision 115).
    'wtpu-logged-out': CustomEvent<{ reason?: LogoutReason } | null | undefined>
    'wtpu-post-login-redirect': CustomEvent<{ target?: unknown } | null | undefined>
  }
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** On /login: the session ended without the user asking for it. */
    sessionExpired?: boolean
    /** On /login: the email of the account that was just created but could not be signed in to. */
    registeredEmail?: string
  }
}
