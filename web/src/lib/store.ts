import { useSyncExternalStore } from 'react'
import { localStore, readJson } from './storage.ts'

type Subscribe = (listener: () => void) => () => void

export interface Store<T> {
  /** Returns the same value until it changes. */
  read: () => T
  subscribe: Subscribe
}

/** A value that lives outside of React. Call `notify` after each change. It may also change with the given events. */
export function createStore<T>(read: () => T, ...events: (readonly [target: EventTarget, type: string])[]) {
  const listeners = new Set<() => void>()
  const notify = () => {
    for (const listener of listeners) listener()
  }
  const subscribe: Subscribe = (listener) => {
    listeners.add(listener)
    for (const [target, type] of events) target.addEventListener(type, listener)
    return () => {
      listeners.delete(listener)
      for (const [target, type] of events) target.removeEventListener(type, listener)
    }
  }
  return { read, notify, subscribe }
}

/** The value of a store, or the part of it that `select` returns. Renders the component when that changes. */
export function useStore<T>(store: Store<T>): T
export function useStore<T, Part>(store: Store<T>, select: (value: T) => Part): Part
export function useStore<T, Part>({ read, subscribe }: Store<T>, select?: (value: T) => Part) {
  const current = () => (select ? select(read()) : read())
  return useSyncExternalStore(subscribe, current, current)
}

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
