import { useEffect } from 'react'
import { createStore, useStore } from '#lib/store.ts'

/** A value from a module that is loaded on demand, for example a parser that is too large for the first load. */
interface LazyValue<T> {
  /** Starts loading. Resolves once the value has loaded, or could not be loaded. */
  load: () => Promise<void>
  /** A hook that returns the value, or undefined until it is loaded. */
  useValue: () => T | undefined
}

export function lazyValue<T>(load: () => Promise<T>): LazyValue<T> {
  let value: T | undefined
  let loading: Promise<void> | undefined
  const store = createStore(() => value)

  async function run(): Promise<void> {
    try {
      value = await load()
      store.notify()
    } catch {
      // The next component that uses the value tries again.
      loading = undefined
    }
  }
  const start = () => (loading ??= run())
  function useValue(): T | undefined {
    useEffect(() => void start(), [])
    return useStore(store)
  }
  return { load: start, useValue }
}
