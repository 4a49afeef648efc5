import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { forgetUnanswered } from '#lib/api/without-answer.ts'
import { lastRoute, safePath, storeRedirect } from '#lib/session/post-login-redirect.ts'
import { getSession, onSessionChange, type LogoutReason } from '#lib/session/session.ts'

/**
 * Navigates after sign-in and sign-out, and clears the previous user's cached data. Call it before the
 * first page loads, because that load may find that the session has expired. Returns a stop function.
 */
export function startSessionNavigation(router: AnyRouter, queryClient: QueryClient): () => void {
  const onLoggedOut = ({ detail }: WindowEventMap['wtpu-logged-out']) => {
    const reason = detail?.reason
    if (reason === 'reset') return
    if (reason !== 'manual') storeRedirect(router.history.location.href)
    const state = reason === 'expired' ? { sessionExpired: true } : undefined
    // Skip the "unsaved changes" prompt, because the user is already signed out.
    router.history.push(reason === 'manual' ? '/' : '/login', state, { ignoreBlocker: true })
  }
  const onRedirect = ({ detail }: WindowEventMap['wtpu-post-login-redirect']) => {
    router.history.replace(safePath(detail?.target) ?? lastRoute())
  }
  window.addEventListener('wtpu-logged-out', onLoggedOut)
  window.addEventListener('wtpu-post-login-redirect', onRedirect)
  const stopClearing = clearCacheOnUserChange(router, queryClient)
  return () => {
    window.removeEventListener('wtpu-logged-out', onLoggedOut)
    window.removeEventListener('wtpu-post-login-redirect', onRedirect)
    stopClearing()
  }
}

/**
 * Drops cached data when the user changes, so that the next user does not see it. Also reloads the route, which redirects
 * away from members' pages after a sign-out in another tab.
 */
function clearCacheOnUserChange(router: AnyRouter, queryClient: QueryClient): () => void {
  let user = getSession()?.user_id
  const reload = async (next: number | undefined) => {
    await router.invalidate()
    queryClient.removeQueries({ type: 'inactive' })
    if (next) await queryClient.invalidateQueries()
  }
  return onSessionChange(() => {
    const next = getSession()?.user_id
    if (next === user) return
    user = next
    forgetUnanswered()
    // Writes that stay pending would hold up later ones of their scope.
    if (!next) queryClient.getMutationCache().clear()
    void reload(next)
  })
}

declare global {
  interface WindowEventMap {
    // Any script can dispatch these events, so `detail` may be missing or malformed.
    'wtpu-logged-out': CustomEvent<{ reason?: LogoutReason } | null | undefined>
    'wtpu-post-login-redirect': CustomEvent<{ target?: unknown } | null | undefined>
  }
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** On /login: the session expired. */
    sessionExpired?: boolean
    /** The viewer is asked to join first, and can say that they have an account. */
    isNew?: boolean
    /** On /login: the email of a new account that could not be signed in automatically. */
    registeredEmail?: string
    /** The email of the account whose password was reset. */
    resetEmail?: string
  }
}
