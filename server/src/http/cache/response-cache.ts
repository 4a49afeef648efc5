import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip'

/** The serialized bytes of one response, plus compressed forms, created on first request. */
export interface Entry {
  readonly key: string
  readonly etag: string
  readonly bytes: Buffer
  readonly staleAt: number
  readonly segment: Segment
  readonly compressed: Partial<Record<Encoding, Promise<Buffer>>>
  /** Request URLs, exactly as sent by clients, that resolve to this entry. */
  readonly urls: string[]
  /** Approximate memory in bytes, including compressed forms and URLs. */
  size: number
}

/** Approximate memory of an entry besides its bytes. */
const entryOverhead = 1_000
const maxEntryBytes = 4 * 1024 * 1024
const maxUrls = 4
const maxUrlLength = 400

const compress = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 6 }),
}

/** A part of the cache with its own size limit. Evicts the least recently used entries first. */
class Segment {
  readonly entries = new Map<string, Entry>()
  readonly #maxBytes: number
  /** Limited because `invalidate` iterates over all keys. */
  readonly #maxEntries = 2_000
  bytes = 0

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  isFull(): boolean {
    return this.bytes > this.#maxBytes || this.entries.size > this.#maxEntries
  }
}

/**
 * Caches responses that are the same for every client, until their path is invalidated or they expire. Polling clients then
 * cost no query and no serialization: `If-None-Match` compares two strings. Responses to free text (searches, cursors) have
 * a separate segment, so that a flood of searches cannot evict the lists.
 */
export class ResponseCache {
  readonly #lists: Segment
  readonly #searches: Segment
  readonly #inFlight = new Map<string, Promise<Entry>>()
  /** Entries by request URL, so that a cache hit needs no parsing. */
  readonly #byUrl = new Map<string, Entry>()

  constructor(maxBytes = 64 * 1024 * 1024) {
    this.#lists = new Segment((maxBytes * 3) / 4)
    this.#searches = new Segment(maxBytes / 4)
  }

  get size(): { entries: number; bytes: number; urls: number } {
    const { entries, bytes } = this.#lists
    return {
      entries: entries.size + this.#searches.entries.size,
      bytes: bytes + this.#searches.bytes,
      urls: this.#byUrl.size,
    }
  }

  /** Drops all responses under a path: `/api/polls/` includes `/api/polls/?filter=recent` and `/api/polls/7/`. */
  invalidate(path: string): void {
    for (const { entries } of [this.#lists, this.#searches]) {
      for (const entry of entries.values()) if (entry.key.startsWith(path)) this.#drop(entry)
    }
    // A computation in progress started before the change. Its callers get the result, but it is not stored.
    for (const key of this.#inFlight.keys()) if (key.startsWith(path)) this.#inFlight.delete(key)
  }

  /** Returns the entry of a URL that was requested in exactly this spelling before. */
  findByUrl(url: string): Entry | undefined {
    const entry = this.#byUrl.get(url)
    return entry && this.#touch(entry)
  }

  /** Returns the cached entry of a key, or computes it. Concurrent callers share one computation. */
  async getOrCompute(
    key: string,
    { seconds, isSearch }: { seconds: number; isSearch: boolean },
    serialize: () => Promise<string>,
  ): Promise<Entry> {
    const segment = isSearch ? this.#searches : this.#lists
    const stored = segment.entries.get(key)
    const fresh = stored && this.#touch(stored)
    if (fresh) return fresh
    const inFlight = this.#inFlight.get(key)
    if (inFlight) return inFlight
    const promise = serialize().then((text) => newEntry(key, text, seconds, segment))
    this.#inFlight.set(key, promise)
    try {
      const entry = await promise
      if (this.#inFlight.get(key) === promise) this.#store(entry)
      return entry
    } finally {
      if (this.#inFlight.get(key) === promise) this.#inFlight.delete(key)
    }
  }

  /** Maps a URL to this entry. Limited per entry, because one URL can be spelled in countless ways. */
  addUrl(entry: Entry, url: string): void {
    if (entry.urls.length >= maxUrls || url.length > maxUrlLength) return
    if (!this.#isStored(entry) || this.#byUrl.has(url)) return
    entry.urls.push(url)
    this.#byUrl.set(url, entry)
    this.#grow(entry, url.length * 2)
  }

  async compressed(entry: Entry, encoding: Encoding): Promise<Buffer> {
    const existing = entry.compressed[encoding]
    if (existing) return existing
    const promise = compress[encoding](entry.bytes)
    entry.compressed[encoding] = promise
    const bytes = await promise
    this.#grow(entry, bytes.length)
    return bytes
  }

  #isStored(entry: Entry): boolean {
    return entry.segment.entries.get(entry.key) === entry
  }

  /** Marks an entry as most recently used. Returns undefined if it has expired. */
  #touch(entry: Entry): Entry | undefined {
    if (entry.staleAt <= performance.now()) return undefined
    const { entries } = entry.segment
    entries.delete(entry.key)
    entries.set(entry.key, entry)
    return entry
  }

  #store(entry: Entry): void {
    const before = entry.segment.entries.get(entry.key)
    if (before) this.#drop(before)
    if (entry.size > maxEntryBytes) return
    entry.segment.entries.set(entry.key, entry)
    entry.segment.bytes += entry.size
    this.#evict(entry.segment)
  }

  #grow(entry: Entry, bytes: number): void {
    if (!this.#isStored(entry)) return
    entry.size += bytes
    entry.segment.bytes += bytes
    this.#evict(entry.segment)
  }

  #evict(segment: Segment): void {
    for (const oldest of segment.entries.values()) {
      if (!segment.isFull()) return
      this.#drop(oldest)
    }
  }

  #drop(entry: Entry): void {
    entry.segment.entries.delete(entry.key)
    entry.segment.bytes -= entry.size
    for (const url of entry.urls) this.#byUrl.delete(url)
  }
}

function newEntry(key: string, text: string, seconds: number, segment: Segment): Entry {
  const bytes = Buffer.from(text)
  // Weak, because the same tag identifies the plain, gzip and brotli forms.
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  const staleAt = performance.now() + seconds * 1000
  const size = bytes.length + key.length * 2 + entryOverhead
  return { key, etag, bytes, staleAt, segment, compressed: {}, urls: [], size }
}
