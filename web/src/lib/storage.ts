/**
 * Browser storage that never throws: private windows and full disks refuse writes, blocked cookies refuse everything.
 * What cannot be stored lives as long as the page.
 */
interface Store {
  read(key: string): string | null
  write(key: string, value: string): void
  remove(key: string): void
  /** All keys that begin so. */
  removeByPrefix(prefix: string): void
}

function safely(area: 'localStorage' | 'sessionStorage'): Store {
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
      }
    },
    remove(key) {
      memory.delete(key)
      try {
        window[area].removeItem(key)
      } catch {
        // Nothing was stored, so nothing is left behind.
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

/** Keys of what a person has typed and not sent. */
export const draftKeyPrefix = 'draft:'

export const localStore = safely('localStorage')
export const sessionStore = safely('sessionStorage')

/** A stored JSON value; undefined when it is absent or was damaged. */
export function readJson(key: string, store = localStore): unknown {
  const text = store.read(key)
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
