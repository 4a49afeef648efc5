import { useSyncExternalStore } from 'react'
import { onSessionChange } from '#lib/session/session.ts'
import { localStore, readJson } from '#lib/storage.ts'

/** Removed on sign-out, see `personalKeys` in lib/session/session.ts. */
const storageKey = 'wtpu-recent-searches'
const maxRecent = 8

const listeners = new Set<() => void>()
const none: readonly string[] = []
let snapshot: { text: string | null; searches: readonly string[] } = { text: null, searches: none }

/** The latest searches of this browser, newest first. */
export function useRecentSearches(): readonly string[] {
  return useSyncExternalStore(subscribe, recentSearches)
}

/** Puts a search first. */
export function rememberSearch(q: string): void {
  const others = recentSearches().filter((one) => one.toLowerCase() !== q.toLowerCase())
  store([q, ...others].slice(0, maxRecent))
}

export function forgetSearch(q: string): void {
  store(recentSearches().filter((one) => one !== q))
}

export function forgetAllSearches(): void {
  store([])
}

function recentSearches(): readonly string[] {
  const text = localStore.read(storageKey)
  if (snapshot.text !== text) snapshot = { text, searches: parse(readJson(storageKey)) }
  return snapshot.searches
}

/** Other versions and extensions may have stored anything. */
function parse(stored: unknown): readonly string[] {
  if (!Array.isArray(stored)) return none
  return stored.filter((one) => typeof one === 'string' && one.trim() !== '').slice(0, maxRecent)
}

function store(searches: readonly string[]): void {
  if (searches.length === 0) localStore.remove(storageKey)
  else localStore.write(storageKey, JSON.stringify(searches))
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  const stopSession = onSessionChange(listener)
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    stopSession()
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
