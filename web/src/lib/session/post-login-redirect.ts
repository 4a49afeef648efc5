import { sessionStore } from '#lib/storage.ts'

const redirectKey = 'post_login_redirect'
const lastRouteKey = 'last_route'

/** Screens one passes through to sign in; the query of the last two holds an email and a code (decision 8). */
const passing = new Set(['/login', '/signup', '/forgot-password', '/verify-otp', '/reset-password'])

/** A path of this site and nothing else (decision 10); undefined for anything that would lead away or in circles. */
export function safePath(target: unknown): string | undefined {
  if (typeof target !== 'string' || !/^\/(?![/\\])/.test(target)) return undefined
  try {
    const url = new URL(target, window.location.origin)
    if (url.origin !== window.location.origin || passing.has(url.pathname)) return undefined
    return url.pathname + url.search + url.hash
  } catch {
    return undefined
  }
}

/** Remembers where to return to after signing in. */
export function storeRedirect(path: string): void {
  const safe = safePath(path)
  if (safe) sessionStore.write(redirectKey, safe)
}

export function storeLastRoute(path: string): void {
  const safe = safePath(path)
  if (safe) sessionStore.write(lastRouteKey, safe)
}

/** Where a signed-in user belongs: the saved route, else the last one, else Home. */
export function afterLogin(): string {
  return savedRoute() ?? lastRoute()
}

/** The last route, else Home. */
export function lastRoute(): string {
  return safePath(sessionStore.read(lastRouteKey)) ?? '/'
}

/** The same after registration: the saved route, else Home (decision 9). */
export function afterRegistration(): string {
  return savedRoute() ?? '/'
}

function savedRoute(): string | undefined {
  return safePath(sessionStore.read(redirectKey))
}

export function clearRedirect(): void {
  sessionStore.remove(redirectKey)
}

/** Tells the page where to go after signing in (specification 2). */
export function dispatchRedirect(target: string): void {
  window.dispatchEvent(new CustomEvent('wtpu-post-login-redirect', { detail: { target } }))
}
