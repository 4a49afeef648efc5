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

/** @returns null if the storage is blocked. */
function attempt<T>(access: () => T): T | null {
  try {
    return access()
  } catch {
    return null
  }
}

function safeStore(area: 'localStorage' | 'sessionStorage'): Store {
  /** What could not be stored over an older value. The stored value counts again once another tab changes it. */
  const memory = new Map<string, [older: string | null, value: string]>()
  const stored = (key: string) => attempt(() => window[area].getItem(key))
  return {
    read(key) {
      const found = stored(key)
      const [older, value] = memory.get(key) ?? []
      return value !== undefined && older === found ? value : found
    },
    write(key, value) {
      try {
        window[area].setItem(key, value)
        memory.delete(key)
      } catch {
        memory.set(key, [stored(key), value])
        reportFailure()
      }
    },
    remove(key) {
      memory.delete(key)
      attempt(() => window[area].removeItem(key))
    },
    removeByPrefix(prefix) {
      const keys = attempt(() => Object.keys(window[area])) ?? []
      for (const key of [...memory.keys(), ...keys]) if (key.startsWith(prefix)) this.remove(key)
    },
  }
}

/** Key of the answer that a visitor gave before signing up. */
export const pendingAnswerKey = 'pending_answer'

/** Key of the address at which the provider signs the member out, too. */
export const signOutKey = 'sign_out_url'

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
