import { useStore, isText, storedList } from '#lib/store.ts'

const maxRecent = 8

/** Removed on sign-out, see `personalKeys` in lib/session/session.ts. */
const recent = storedList('wtpu-recent-searches', (entry): entry is string => isText(entry) && entry.trim() !== '')

/** The latest searches of this browser, newest first. */
export function useRecentSearches(): readonly string[] {
  return useStore(recent).slice(0, maxRecent)
}

/** Puts a search first. */
export function rememberSearch(q: string): void {
  const others = recent.read().filter((search) => search.toLowerCase() !== q.toLowerCase())
  recent.write([q, ...others].slice(0, maxRecent))
}

export function forgetSearch(q: string): void {
  recent.write(recent.read().filter((search) => search !== q))
}

export function forgetAllSearches(): void {
  recent.write([])
}
