import type { Db } from './client.ts'

/**
 * Keeps what `read` returns in this server's memory for `milliseconds`. Concurrent calls share one read. A read that fails is
 * not kept.
 */
export function cacheRead<T>(milliseconds: number, read: (db: Db) => Promise<T>): (db: Db) => Promise<T> {
  const caches = new WeakMap<Db, { at: number; value: Promise<T> }>()
  return (db) => {
    const cached = caches.get(db)
    if (cached && performance.now() - cached.at < milliseconds) return cached.value
    // A promise, because Drizzle's builders repeat their query each time that they are awaited.
    const reading = { at: performance.now(), value: Promise.resolve(read(db)) }
    caches.set(db, reading)
    // A later read may have taken the place of the failed one.
    reading.value.catch(() => caches.get(db) === reading && caches.delete(db))
    return reading.value
  }
}
