import { useSyncExternalStore } from 'react'
import { localStore } from '#lib/storage.ts'

/** The storage key of specification 9. */
const key = 'wtpu-ticker-closed'
const listeners = new Set<() => void>()

/** Open by default. A closed ticker stays closed in this browser until it is reopened (decision 75). */
export function useTickerOpen(): boolean {
  return useSyncExternalStore(subscribe, () => localStore.read(key) !== 'true')
}

export function setTickerOpen(open: boolean): void {
  if (open) localStore.remove(key)
  else localStore.write(key, 'true')
  for (const listener of listeners) listener()
}

/** Also listens for changes in other tabs. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
