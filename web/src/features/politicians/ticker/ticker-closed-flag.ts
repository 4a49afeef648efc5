import { useSyncExternalStore } from 'react'
import { localStore } from '#lib/storage.ts'

/** Specification 9: the ticker's closed flag. */
const key = 'wtpu-ticker-closed'
const listeners = new Set<() => void>()

/** Open by default; once closed it stays so, on this browser, until it is opened again (decision 75). */
export function useTickerOpen(): boolean {
  return useSyncExternalStore(subscribe, () => localStore.read(key) !== 'true')
}

export function setTickerOpen(open: boolean): void {
  if (open) localStore.remove(key)
  else localStore.write(key, 'true')
  for (const listener of listeners) listener()
}

/** Other tabs may write it too. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}
