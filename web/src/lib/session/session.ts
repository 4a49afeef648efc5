import {
  confirmPasswordReset,
  createToken,
  getUser,
  logout,
  refreshLeadSeconds,
  refreshToken,
  register,
  requestPasswordReset,
  signInWithGoogle,
  startGoogle,
  type User,
} from '@wtpu/contract/accounts'
import type { Endpoint, Output } from '@wtpu/contract/endpoint'
import { useSyncExternalStore } from 'react'
import { cacheEmailStatus, emailStatusKey, type EmailStatus } from './email-status.ts'
import { cachedProfile, cacheProfile, isProfileFresh, type Profile } from './profile-cache.ts'
import { ApiFailure, isRefusal, send, type Parts } from '#lib/api/request.ts'
import { draftKeyPrefix, localStore, sessionStore } from '#lib/storage.ts'
import { now } from '#lib/time.ts'
import { claimsOf, tokensIn } from './tokens.ts'

export interface Session {
  user_id: number
  profile: Profile | null
}

/** `reset`: a new password was set, and the screen that did it knows where to go. */
export type LogoutReason = 'manual' | 'expired' | 'reset'

/** Everything that belongs to one person and must not meet the next one on this device (decision 43). */
const personal = ['access', 'refresh', 'user_profile', 'profile_last_fetch', 'userVotes', emailStatusKey]
const listeners = new Set<() => void>()
let current: { key: string; session: Session | null } | undefined

/** Who is signed in, as the tokens and the cached profile in storage say. The same object until one of them changes. */
export function getSession(): Session | null {
  const claims = claimsOf(localStore.read('access'))
  const key = claims ? `${claims.user_id} ${localStore.read('user_profile') ?? ''}` : ''
  if (current?.key !== key) current = { key, session: claims && { user_id: claims.user_id, profile: cachedProfile() } }
  return current.session
}

/** The signed-in user, or null; follows sign-in and sign-out in other tabs too. */
export function useSession(): Session | null {
  return useSyncExternalStore(onSessionChange, getSession)
}

/** Calls back whenever the session may have changed; returns the way to stop. */
export function onSessionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Signs this browser in, after removing what another person left. `status` is known where the server was asked first. */
export function startSession(tokens: { access: string; refresh?: string }, status?: EmailStatus): void {
  for (const key of personal) localStore.remove(key)
  if (status) cacheEmailStatus(status)
  storeTokens(tokens)
  void fetchProfile()
}

/** Signs this browser out: tokens and profile go, and the page hears why. */
export function endSession(reason: LogoutReason): void {
  for (const key of personal) localStore.remove(key)
  // Whoever is sent to sign in again finds what they were writing; nobody else does, the drafts carry their owner.
  if (reason !== 'expired') sessionStore.removeByPrefix(draftKeyPrefix)
  clearTimeout(timer)
  // The page learns where to go before it learns that its user is gone, or a members' page would send it to /login.
  window.dispatchEvent(new CustomEvent('wtpu-logged-out', { detail: { reason } }))
  changed()
}

/** Sign Out by the user; the server forgets the session too, if it can be reached (decision 109). */
export function signOut(): void {
  const [access, refresh] = [localStore.read('access'), localStore.read('refresh')]
  endSession('manual')
  if (refresh) send(logout, { body: { refresh } }, { access }).catch(() => undefined)
}

/** Decision 5: a 401 of these says something about what was typed or sent, not about the access token. */
const ownVerdict = new Set([
  createToken.url,
  refreshToken.url,
  register.url,
  logout.url,
  startGoogle.url,
  signInWithGoogle.url,
  requestPasswordReset.url,
  confirmPasswordReset.url,
])

/** A request in the viewer's name. Any 401 asks for one fresh token and tries once more. */
export async function sendAsViewer<E extends Endpoint>(
  endpoint: E,
  parts: Parts = {},
  signal?: AbortSignal,
): Promise<Output<E>> {
  const access = localStore.read('access')
  try {
    return await send(endpoint, parts, { access, signal })
  } catch (failure) {
    const expired = failure instanceof ApiFailure && failure.status === 401 && !ownVerdict.has(endpoint.url)
    const fresh = expired ? await refreshSession(access) : null
    if (!fresh) throw failure
    return send(endpoint, parts, { access: fresh, signal })
  }
}

let refreshing: Promise<string | null> | undefined

/**
 * A fresh access token in place of `stale`, or null. One refresh at a time in this tab, and, where the browser has Web
 * Locks, in all tabs: whoever waited finds the new token in storage and asks the server nothing.
 */
function refreshSession(stale: string | null): Promise<string | null> {
  refreshing ??= locked('wtpu-refresh', () => exchange(stale)).finally(() => {
    refreshing = undefined
  })
  return refreshing
}

async function exchange(stale: string | null): Promise<string | null> {
  const access = localStore.read('access')
  if (access && access !== stale) return access
  const refresh = localStore.read('refresh')
  if (!refresh) {
    // Decision 4: an anonymous visitor has no session to lose.
    if (access) endSession('expired')
    return null
  }
  try {
    const fresh = tokensIn(await send(refreshToken, { body: { refresh } }))
    // Signed out, or in as somebody else, while the answer was under way: it is nobody's now.
    if (localStore.read('refresh') !== refresh) return localStore.read('access')
    if (!fresh.access) throw new ApiFailure({ status: 401 })
    storeTokens({ access: fresh.access, refresh: fresh.refresh })
    return fresh.access
  } catch (failure) {
    if (localStore.read('refresh') !== refresh) return null
    // A lost connection or a busy server says nothing about the session: keep it and try again (decision 113).
    if (isRefusal(failure)) endSession('expired')
    else retryLater()
    return null
  }
}

function locked<T>(name: string, work: () => Promise<T>): Promise<T> {
  // Browsers offer Web Locks on https and localhost only; elsewhere the server's 10 s of grace must do (decision 6).
  return navigator.locks ? navigator.locks.request(name, work) : work()
}

const retryMs = 30_000
const longestRetryMs = 8 * 60_000
const longestTimer = 2 ** 31 - 1
let timer: ReturnType<typeof setTimeout> | undefined
let due = Infinity
let failedRefreshes = 0

/** 30 s after the first failure, twice as long after each further one, at most 8 minutes. */
function retryLater(): void {
  planIn(Math.min(retryMs * 2 ** failedRefreshes, longestRetryMs))
  failedRefreshes += 1
}

function planIn(delay: number): void {
  clearTimeout(timer)
  due = now() + delay
  timer = setTimeout(refreshIfDue, Math.min(delay, longestTimer))
}

/** A sleeping laptop's timers come late, others a moment early: the clock decides. */
function refreshIfDue(): void {
  const stale = localStore.read('access')
  if (!stale) return
  if (now() >= due) void refreshSession(stale)
  else planIn(due - now())
}

/** Specification 4: 300 s before the token expires; at once if that moment has passed. */
function planRefresh({ justIssued = false } = {}): void {
  const claims = claimsOf(localStore.read('access'))
  if (!claims) return
  const left = claims.exp * 1000 - now()
  const delay = left - refreshLeadSeconds * 1000
  // A token that is born inside the window would be renewed in a loop: half of its life must do.
  planIn(justIssued && delay <= 0 ? Math.max(left / 2, retryMs) : Math.max(delay, 0))
}

function storeTokens({ access, refresh }: { access: string; refresh?: string }): void {
  localStore.write('access', access)
  if (refresh) localStore.write('refresh', refresh)
  failedRefreshes = 0
  planRefresh({ justIssued: true })
  changed()
}

/** Restores the session on start and keeps it: timers, other tabs, waking up. Returns the way to stop. */
export function keepSession(): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key !== null && !personal.includes(key)) return
    if (key === 'access' && newValue !== null) planRefresh({ justIssued: true })
    changed()
  }
  window.addEventListener('storage', onStorage)
  document.addEventListener('visibilitychange', refreshIfDue)
  planRefresh()
  if (!isProfileFresh()) void fetchProfile()
  return () => {
    window.removeEventListener('storage', onStorage)
    document.removeEventListener('visibilitychange', refreshIfDue)
    clearTimeout(timer)
  }
}

async function fetchProfile(): Promise<void> {
  const session = getSession()
  if (!session) return
  const user = await sendAsViewer(getUser, { params: { id: session.user_id } }).catch(() => null)
  if (!user || !('first_name' in user) || getSession()?.user_id !== session.user_id) return
  rememberProfile(user)
}

/** The viewer's profile as the server has just told it: the header follows at once. */
export function rememberProfile(user: User): void {
  if (getSession()?.user_id !== user.id) return
  cacheProfile(user)
  changed()
}

function changed(): void {
  for (const listener of listeners) listener()
}
