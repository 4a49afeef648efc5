import { LRUCache } from 'lru-cache'

/**
 * A cache that keeps at most so many entries. With the option `max`, it would take milliseconds and megabytes for all of them when it is
 * made.
 */
export const newLru = <K extends {}, V extends {}>(
  entries: number,
  options: LRUCache.OptionsBase<K, V, unknown> = {},
) => new LRUCache<K, V>({ maxSize: entries, sizeCalculation: () => 1, ...options })
