import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { LRUCache } from 'lru-cache'
import type { Db } from '#db/client.ts'
import type { SharedReads } from '#db/replicas.ts'
import { compress, type Encoding } from '../compression.ts'
import { newLru } from './lru.ts'

/** The serialized bytes of one response, plus compressed forms, created on first request. */
export interface Entry {
  readonly etag: string
  readonly bytes: Buffer
  readonly compressed: Partial<Record<Encoding, Promise<Buffer>>>
}

const maxUrlLength = 400
const maxChanges = 1_000

/** `invalidate` iterates over all keys, so their number is limited. */
const entriesOf = (maxSize: number) =>
  new LRUCache<string, Entry>({
    max: 2_000,
    maxSize,
    maxEntrySize: 8 * 1024 * 1024,
    // Both compressed forms together are smaller than the text.
    sizeCalculation: ({ bytes }) => 2 * bytes.length + 1_000,
    ttlResolution: 0,
  })

/**
 * Caches responses that are the same for every client, until their path is invalidated or they expire. Polling clients then
 * cost no query and no serialization: `If-None-Match` compares two strings. Responses to free text (searches, cursors) have
 * their own part of the memory, so that a flood of searches cannot evict the lists.
 */
export class ResponseCache {
  readonly #reads: Pick<SharedReads, 'run'>
  /** How often a response was in memory, and how often it was computed. */
  hits = 0
  misses = 0
  readonly #lists: LRUCache<string, Entry>
  readonly #searches: LRUCache<string, Entry>
  /** The latest paths that were invalidated, and how many were before them. */
  readonly #changes: string[] = []
  #forgotten = 0
  readonly #inFlight = new Map<string, Promise<Entry>>()
  /** The keys of URLs as clients send them, so that a cache hit needs no parsing. One URL can be spelled in countless ways. */
  readonly #keys = newLru<string, string>(4_000)

  constructor(reads: Pick<SharedReads, 'run'>, maxBytes = 64 * 1024 * 1024) {
    this.#reads = reads
    this.#lists = entriesOf((maxBytes * 3) / 4)
    this.#searches = entriesOf(maxBytes / 4)
  }

  get size(): { entries: number; bytes: number; urls: number } {
    return {
      entries: this.#lists.size + this.#searches.size,
      bytes: this.#lists.calculatedSize + this.#searches.calculatedSize,
      urls: this.#keys.size,
    }
  }

  /** Drops all responses under a path: `/api/polls/` includes `/api/polls/?filter=recent` and `/api/polls/7/`. */
  invalidate(path: string): void {
    this.#changes.push(path)
    if (this.#changes.length > maxChanges) this.#forgotten += this.#changes.splice(0, maxChanges / 2).length
    this.#drop((key) => key.startsWith(path))
  }

  /** How often something was invalidated, but for counts. */
  get changes(): number {
    return this.#forgotten + this.#changes.length
  }

  /** Whether one of these URLs was invalidated since `changes` had this value, but for counts. */
  hasChangedSince(changes: number, urls: readonly string[]): boolean {
    const since = changes - this.#forgotten
    return since < 0 || this.#changes.slice(since).some((path) => urls.some((url) => url.startsWith(path)))
  }

  /** Drops what shows the counts of one poll or official: the lists of its area, such as `/api/polls/`, and what is below its id. */
  invalidateCounts(area: string, id: number): void {
    this.#drop((key) => {
      if (!key.startsWith(area)) return false
      const [other] = /^\d+(?=\/)/.exec(key.slice(area.length)) ?? []
      return other === undefined || other === String(id)
    })
  }

  #drop(isStale: (key: string) => boolean): void {
    for (const entries of [this.#lists, this.#searches]) {
      for (const key of entries.keys()) if (isStale(key)) entries.delete(key)
    }
    // A computation in progress started before the change. Its callers get the result, but it is not stored.
    for (const key of this.#inFlight.keys()) if (isStale(key)) this.#inFlight.delete(key)
  }

  /** Returns the entry of a URL that was requested in exactly this spelling before. */
  findByUrl(url: string): Entry | undefined {
    const key = this.#keys.get(url)
    const entry = key === undefined ? undefined : (this.#lists.get(key) ?? this.#searches.get(key))
    if (entry) this.hits++
    return entry
  }

  addUrl(url: string, key: string): void {
    if (url.length <= maxUrlLength) this.#keys.set(url, key)
  }

  /** Returns the cached entry of a key, or computes it. Concurrent callers share one computation. */
  async getOrCompute(
    key: string,
    { seconds, isSearch }: { seconds: number; isSearch: boolean },
    serialize: (db: Db) => Promise<string>,
  ): Promise<Entry> {
    const entries = isSearch ? this.#searches : this.#lists
    const found = entries.get(key) ?? this.#inFlight.get(key)
    if (found) this.hits++
    else this.misses++
    if (found) return found
    const computing = this.#reads.run(serialize).then((text) => newEntry(text))
    this.#inFlight.set(key, computing)
    try {
      const entry = await computing
      if (this.#inFlight.get(key) === computing) entries.set(key, entry, { ttl: seconds * 1_000 })
      return entry
    } finally {
      if (this.#inFlight.get(key) === computing) this.#inFlight.delete(key)
    }
  }

  compressed({ compressed, bytes }: Entry, encoding: Encoding): Promise<Buffer> {
    return (compressed[encoding] ??= promisify(compress[encoding])(bytes))
  }
}

export function newEntry(text: string): Entry {
  const bytes = Buffer.from(text)
  // Weak, because the same tag identifies the plain, gzip and brotli forms.
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  return { etag, bytes, compressed: {} }
}
