import {
  type AccessClaims,
  createToken,
  getUser,
  logout,
  refreshLeadSeconds,
  refreshToken,
  register,
  signInWithGoogle,
  startGoogle,
  type User,
} from '@wtpu/contract/accounts/accounts'
import { confirmPasswordReset, requestPasswordReset } from '@wtpu/contract/accounts/recovery'
import type { Endpoint, Output } from '@wtpu/contract/endpoint'
import { cacheEmailStatus, emailStatusKey, type EmailStatus } from './email-status.ts'
import { cachedProfile, cacheProfile, isProfileFresh, type Profile } from './profile-cache.ts'
import { ApiFailure, isPermanentFailure, send, type RequestInput } from '#lib/api/request.ts'
import { draftKeyPrefix, localStore, pendingAnswerKey, sessionStore, signOutKey } from '#lib/storage.ts'
import { createStore, useStore } from '#lib/store.ts'
import { now } from '#lib/time.ts'
import { claimsOf, tokensIn } from './tokens.ts'

export interface Session extends AccessClaims {
  profile: Profile | null
}

/** `reset`: the user set a new password, and the reset form navigates on its own. */
export type LogoutReason = 'manual' | 'expired' | 'reset'

/** Storage keys of personal data, removed so that the next user of this device does not see it. */
const personalKeys = [
  'access',
  'refresh',
  'user_profile',
  'profile_last_fetch',
  'userVotes',
  'reportedContent',
  'bookmarkedContent',
  'wtpu-recent-searches',
  'wtpu-welcome',
  emailStatusKey,
  signOutKey,
]
let snapshot: { key: string; session: Session | null } | undefined
const store = createStore(getSession)

/**
 * The session from the access token and cached profile in storage, or null. Returns the same object until one of them
 * changes, as a store requires.
 */
export function getSession(): Session | null {
  const claims = claimsOf(localStore.read('access'))
  const key = claims ? `${claims.user_id} ${claims.draw} ${localStore.read('user_profile') ?? ''}` : ''
  if (snapshot?.key !== key) snapshot = { key, session: claims && { ...claims, profile: cachedProfile() } }
  return snapshot.session
}

/** The current session, or null. Re-renders after sign-in and sign-out, in other tabs too. */
export function useSession(): Session | null {
  return useStore(store)
}

/** Calls `listener` whenever the session may have changed. Returns an unsubscribe function. */
export const onSessionChange = store.subscribe

/**
 * Signs this browser in, after removing the personal data of any previous user. Pass `status` if the server has already
 * sent it.
 */
export function startSession(tokens: { access: string; refresh?: string }, status?: EmailStatus): void {
  for (const key of personalKeys) localStore.remove(key)
  if (status) cacheEmailStatus(status)
  storeTokens(tokens)
  void fetchProfile()
}

let hasExpired = false

/**
 * For what catches the failure of a write. If the session has ended by time, the screen is left for /login, which says so: the write
 * stays pending, so that no form or button adds that it failed.
 */
export function pendingIfExpired(failure: unknown): Promise<never> {
  if (hasExpired && !getSession()) return new Promise(() => undefined)
  throw failure
}

/** Signs this browser out: removes tokens and profile, and dispatches `wtpu-logged-out` with the reason. */
export function endSession(reason: LogoutReason): void {
  hasExpired = reason === 'expired'
  for (const key of personalKeys) localStore.remove(key)
  // Keep drafts after an expired session, for when the user signs in again. Their keys contain the user's id.
  if (reason !== 'expired') {
    sessionStore.removeByPrefix(draftKeyPrefix)
    localStore.remove(pendingAnswerKey)
  }
  clearTimeout(refreshTimer)
  clearTimeout(profileTimer)
  // Dispatch before notifying the listeners: otherwise the guard of a members' page would redirect to /login first.
  window.dispatchEvent(new CustomEvent('wtpu-logged-out', { detail: { reason } }))
  store.notify()
}

/** At these endpoints, a 401 means wrong credentials, not an expired access token. */
const credentialUrls = new Set([
  createToken.url,
  refreshToken.url,
  register.url,
  logout.url,
  startGoogle.url,
  signInWithGoogle.url,
  requestPasswordReset.url,
  confirmPasswordReset.url,
])

/** Sends a request with the viewer's access token. On a 401, refreshes the token and retries once. */
export function sendAsViewer<E extends Endpoint>(
  endpoint: E,
  input: RequestInput = {},
  signal?: AbortSignal,
): Promise<Output<E>> {
  return withAccessToken(endpoint, (access) => send(endpoint, input, { access, signal }))
}

/** Calls `request` with the viewer's access token, and again with a new token if it fails with a 401. */
export async function withAccessToken<T>(
  endpoint: Endpoint,
  request: (access: string | null) => Promise<T>,
): Promise<T> {
  const access = localStore.read('access')
  try {
    return await request(access)
  } catch (failure) {
    const expired = failure instanceof ApiFailure && failure.status === 401 && !credentialUrls.has(endpoint.url)
    const fresh = expired ? await refreshSession(access) : null
    if (!fresh) throw failure
    return request(fresh)
  }
}

/** Refreshes an expired access token before an upload: the server rejects it without reading the whole upload. */
export async function refreshExpiredToken(): Promise<void> {
  const access = localStore.read('access')
  const claims = claimsOf(access)
  if (claims && claims.exp * 1000 <= now()) await refreshSession(access)
}

let refreshing: Promise<string | null> | undefined

/**
 * Resolves to a new access token in place of `stale`, or null. Only one refresh runs at a time in this tab and, where
 * Web Locks exist, in all tabs. A tab that waited for the lock uses the token that the other tab stored.
 */
function refreshSession(stale: string | null): Promise<string | null> {
  refreshing ??= withLock('wtpu-refresh', () => exchangeRefreshToken(stale)).finally(() => {
    refreshing = undefined
  })
  return refreshing
}

async function exchangeRefreshToken(stale: string | null): Promise<string | null> {
  const access = localStore.read('access')
  if (access && access !== stale) return access
  const refresh = localStore.read('refresh')
  if (!refresh) {
    // An anonymous visitor has no session to end.
    if (access) endSession('expired')
    return null
  }
  try {
    const fresh = tokensIn(await send(refreshToken, { body: { refresh } }))
    // The user signed out, or another user signed in, during the request: discard the reply.
    if (localStore.read('refresh') !== refresh) return localStore.read('access')
    if (!fresh.access) throw new ApiFailure({ status: 401 })
    storeTokens({ access: fresh.access, refresh: fresh.refresh })
    return fresh.access
  } catch (failure) {
    if (localStore.read('refresh') !== refresh) return null
    // A lost connection or a server error does not mean the session ended: keep it and retry.
    if (isPermanentFailure(failure)) endSession('expired')
    else retryLater()
    return null
  }
}

function withLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  // Web Locks exist only on HTTPS and localhost. Elsewhere, tabs rely on the server's 10 s grace period.
  return navigator.locks ? navigator.locks.request(name, work) : work()
}

const retryMs = 30_000
const maxRetryMs = 8 * 60_000
/** The maximum delay of `setTimeout`, which fires immediately for longer ones. */
const maxTimeoutMs = 2 ** 31 - 1
let refreshTimer: ReturnType<typeof setTimeout> | undefined
let dueAt = Infinity
let failedRefreshes = 0

/** Retries 30 s after the first failure, then doubles the delay up to 8 minutes. */
function retryLater(): void {
  scheduleRefreshIn(Math.min(retryMs * 2 ** failedRefreshes, maxRetryMs))
  failedRefreshes += 1
}

function scheduleRefreshIn(delay: number): void {
  clearTimeout(refreshTimer)
  dueAt = now() + delay
  refreshTimer = setTimeout(refreshIfDue, Math.min(delay, maxTimeoutMs))
}

/** Compares with the clock, because timers fire late after sleep and sometimes slightly early. */
function refreshIfDue(): void {
  const stale = localStore.read('access')
  if (!stale) return
  if (now() >= dueAt) void refreshSession(stale)
  else scheduleRefreshIn(dueAt - now())
}

/** Schedules the refresh 300 s before the token expires, or now if that time has passed. */
function scheduleRefresh({ justIssued = false } = {}): void {
  const claims = claimsOf(localStore.read('access'))
  if (!claims) return
  const remainingMs = claims.exp * 1000 - now()
  const delay = remainingMs - refreshLeadSeconds * 1000
  // A new token that lives less than 300 s would be refreshed in a loop, so wait for half its lifetime.
  scheduleRefreshIn(justIssued && delay <= 0 ? Math.max(remainingMs / 2, retryMs) : Math.max(delay, 0))
}

function storeTokens({ access, refresh }: { access: string; refresh?: string }): void {
  localStore.write('access', access)
  if (refresh) localStore.write('refresh', refresh)
  failedRefreshes = 0
  scheduleRefresh({ justIssued: true })
  store.notify()
}

/**
 * Keeps the session up to date while the page is open: refreshes tokens and profile, and follows other tabs. Returns a
 * stop function.
 */
export function maintainSession(): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key !== null && !personalKeys.includes(key)) return
    if (key === 'access' && newValue !== null) scheduleRefresh({ justIssued: true })
    store.notify()
  }
  const onOnline = () => {
    if (!isProfileFresh()) void fetchProfile()
  }
  // A page that comes back by the Back button has missed what other pages stored.
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    scheduleRefresh()
    store.notify()
  }
  window.addEventListener('pageshow', onShow)
  window.addEventListener('storage', onStorage)
  window.addEventListener('online', onOnline)
  document.addEventListener('visibilitychange', refreshIfDue)
  scheduleRefresh()
  onOnline()
  return () => {
    window.removeEventListener('pageshow', onShow)
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('online', onOnline)
    document.removeEventListener('visibilitychange', refreshIfDue)
    clearTimeout(refreshTimer)
    clearTimeout(profileTimer)
  }
}

let profileTimer: ReturnType<typeof setTimeout> | undefined

async function fetchProfile(): Promise<void> {
  const session = getSession()
  if (!session) return
  clearTimeout(profileTimer)
  const user = await sendAsViewer(getUser, { params: { id: session.user_id } }).catch((failure: unknown) => {
    // Without a name, the header would say Anonymous until the page is reloaded.
    if (!isPermanentFailure(failure)) profileTimer = setTimeout(() => void fetchProfile(), retryMs)
    return null
  })
  if (!user || !('first_name' in user) || getSession()?.user_id !== session.user_id) return
  updateCachedProfile(user)
}

/** Stores the viewer's profile from a server response, so that the header shows it immediately. */
export function updateCachedProfile(user: User): void {
  if (getSession()?.user_id !== user.id) return
  cacheProfile(user)
  store.notify()
}
