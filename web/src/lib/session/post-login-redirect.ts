import { sessionStore } from '#lib/storage.ts'

const redirectKey = 'post_login_redirect'
const lastRouteKey = 'last_route'

/** Sign-in pages are never a redirect target. The URLs of the last two contain an email and a code. */
const signInPages = new Set(['/login', '/signup', '/forgot-password', '/verify-otp', '/reset-password'])

/** Returns `target` if it is a path of this site, or undefined for other sites and sign-in pages. */
export function safePath(target: unknown): string | undefined {
  if (typeof target !== 'string' || !target.startsWith('/')) return undefined
  const { origin } = window.location
  try {
    const url = new URL(target, origin)
    // The path of "/.//other.example" is the address of another site.
    if (url.origin !== origin || url.pathname.startsWith('//') || signInPages.has(url.pathname)) return undefined
    return url.pathname + url.search + url.hash
  } catch {
    return undefined
  }
}

/** Stores the path to return to after signing in. */
export function storeRedirect(path: string): void {
  const safe = safePath(path)
  if (safe) sessionStore.write(redirectKey, safe)
}

export function storeLastRoute(path: string): void {
  const safe = safePath(path)
  if (safe) sessionStore.write(lastRouteKey, safe)
}

/** The path to open after signing in: the saved route, else the last route, else Home. */
export function pathAfterLogin(): string {
  return savedRoute() ?? lastRoute()
}

/** The last visited route, or Home if there is none. */
export function lastRoute(): string {
  return safePath(sessionStore.read(lastRouteKey)) ?? '/'
}

/** The path to open after registration: the saved route, else Home. */
export function pathAfterRegistration(): string {
  return savedRoute() ?? '/'
}

/** The path that a visitor wanted to open before the sign-in screen, if any. */
export function savedRoute(): string | undefined {
  return safePath(sessionStore.read(redirectKey))
}

export function clearRedirect(): void {
  sessionStore.remove(redirectKey)
}

/** Dispatches the window event that navigates to `target` after sign-in. */
export function dispatchRedirect(target: string): void {
  window.dispatchEvent(new CustomEvent('wtpu-post-login-redirect', { detail: { target } }))
}
