import { localStore } from '#lib/storage.ts'
import { createStore, useStore } from '#lib/store.ts'

const key = 'wtpu-ticker-closed'
const isOpen = createStore(() => localStore.read(key) !== 'true', [window, 'storage'])

/** Open by default. A closed ticker stays closed in this browser until it is reopened. */
export function useTickerOpen(): boolean {
  return useStore(isOpen)
}

export function setTickerOpen(open: boolean): void {
  if (open) localStore.remove(key)
  else localStore.write(key, 'true')
  isOpen.notify()
}
