import { localStore, readJson } from './storage.ts'
import { createStore } from './store.ts'

/**
 * A list in local storage, for `useStore`. Other tabs may change it, and the session removes lists of personal data on
 * sign-out. Entries that another version has stored in another form are ignored.
 */
export function storedList<T>(key: string, isEntry: (entry: unknown) => entry is T) {
  let text: string | null = null
  let entries: readonly T[] = []
  function read(): readonly T[] {
    const stored = localStore.read(key)
    if (stored !== text) {
      text = stored
      const list = readJson(key)
      entries = Array.isArray(list) ? list.filter(isEntry) : []
    }
    return entries
  }
  const { notify, subscribe } = createStore(read, [window, 'storage'], [window, 'wtpu-logged-out'])
  function write(next: readonly T[]): void {
    if (next.length === 0) localStore.remove(key)
    else localStore.write(key, JSON.stringify(next))
    notify()
  }
  return { read, subscribe, write }
}

export function isText(entry: unknown): entry is string {
  return typeof entry === 'string'
}
