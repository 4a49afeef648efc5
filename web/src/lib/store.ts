import { useSyncExternalStore } from 'react'

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
  return useSyncExternalStore(subscribe, () => (select ? select(read()) : read()))
}
