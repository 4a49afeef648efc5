import { LRUCache } from 'lru-cache'

/** Remembers so many entries. With the option `max`, the cache would take milliseconds and megabytes for all of them at once. */
export const newLru = <K extends {}, V extends {}>(
  entries: number,
  options: LRUCache.OptionsBase<K, V, unknown> = {},
) => new LRUCache<K, V>({ maxSize: entries, sizeCalculation: () => 1, ...options })
