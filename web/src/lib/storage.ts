/**
 * Browser storage that never throws. Private windows and full disks reject writes; blocked cookies reject every access.
 * Values that cannot be stored are kept in memory until the page is closed.
 */
interface Store {
  read(key: string): string | null
  write(key: string, value: string): void
  remove(key: string): void
  removeByPrefix(prefix: string): void
}

/** Emits when the browser did not store something. */
export const storageFailure = new EventTarget()
let failed = false
/** Whether something is kept only until the page is closed, because the browser's storage is blocked or full. */
export const hasStorageFailed = () => failed

function reportFailure(): void {
  failed = true
  storageFailure.dispatchEvent(new Event('change'))
}

function safeStore(area: 'localStorage' | 'sessionStorage'): Store {
  const memory = new Map<string, string>()
  return {
    read(key) {
      try {
        return window[area].getItem(key) ?? memory.get(key) ?? null
      } catch {
        return memory.get(key) ?? null
      }
    },
    write(key, value) {
      try {
        window[area].setItem(key, value)
        memory.delete(key)
      } catch {
        memory.set(key, value)
        reportFailure()
      }
    },
    remove(key) {
      memory.delete(key)
      try {
        window[area].removeItem(key)
      } catch {
        // Storage is not accessible, so there is nothing to remove.
      }
    },
    removeByPrefix(prefix) {
      for (const key of [...memory.keys(), ...storedKeys(area)]) if (key.startsWith(prefix)) this.remove(key)
    },
  }
}

function storedKeys(area: 'localStorage' | 'sessionStorage'): string[] {
  try {
    return Object.keys(window[area])
  } catch {
    return []
  }
}

/** Key of the answer that a visitor gave before signing up. */
export const pendingAnswerKey = 'pending_answer'

/** Prefix of the keys of form drafts. */
export const draftKeyPrefix = 'draft:'

export const localStore = safeStore('localStorage')
export const sessionStore = safeStore('sessionStorage')

/** A stored JSON value, or undefined if it is absent or invalid. */
export function readJson(key: string, store = localStore): unknown {
  const text = store.read(key)
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
