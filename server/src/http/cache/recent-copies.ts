import { oldCountsSeconds } from '@wtpu/contract/live'
import { site } from '@wtpu/contract/site/name'
import type { LRUCache } from 'lru-cache'
import type { ResponseCache } from './response-cache.ts'

/** What a copy was made of. */
export interface Read {
  at: number
  /** Before how many changes, see `ResponseCache.changes`. */
  changes: number
  /** The site's name and look, as JSON. */
  site: string
}

/**
 * Copies of what is dear to make, and the same for everyone: pages, images, frames. Each vote would make the most read one anew,
 * so a copy is sent for some seconds although its counts have moved, and is made once at a time for all who wait. It is made
 * again at once when something else in it has changed, such as a removal.
 */
export class RecentCopies<T extends { read: Read }> {
  readonly kept: LRUCache<string, T>
  readonly #cache: ResponseCache
  readonly #making = new Map<string, { read: Read; copy: Promise<T> }>()

  constructor(cache: ResponseCache, kept: LRUCache<string, T>) {
    this.#cache = cache
    this.kept = kept
  }

  /**
   * The recent copy of this key, or what `make` makes, which puts into `kept` what may be sent again.
   * @param calls The calls that have what is in it.
   */
  async get(key: string, calls: readonly string[], make: (read: Read) => Promise<T>): Promise<T> {
    const before = this.kept.get(key)
    const isRecent = before && Date.now() - before.read.at < oldCountsSeconds * 1000
    if (isRecent && this.#holds(before.read, calls)) return before
    const underWay = this.#making.get(key)
    if (underWay && this.#holds(underWay.read, calls)) return underWay.copy
    const read = this.read()
    const copy = make(read).finally(() => {
      if (this.#making.get(key)?.copy === copy) this.#making.delete(key)
    })
    this.#making.set(key, { read, copy })
    return copy
  }

  /** What is made from now on has read this. */
  read(): Read {
    return { at: Date.now(), changes: this.#cache.changes, site: JSON.stringify(site) }
  }

  #holds({ changes, site: before }: Read, calls: readonly string[]): boolean {
    return before === JSON.stringify(site) && !this.#cache.hasChangedSince(changes, calls)
  }
}
