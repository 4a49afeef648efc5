import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip'

/** The bytes of one reply, made once: as they are, and compressed when a client first asks for it. */
export interface Entry {
  readonly key: string
  readonly etag: string
  readonly bytes: Buffer
  readonly staleAt: number
  readonly segment: Segment
  readonly compressed: Partial<Record<Encoding, Promise<Buffer>>>
  /** The addresses, as clients wrote them, that are known to mean this entry. */
  readonly urls: string[]
  /** What the entry takes in memory: bytes, compressed forms and addresses. */
  size: number
}

/** What an entry takes beside its bytes, roughly. */
const overhead = 1_000
const maxEntryBytes = 4 * 1024 * 1024
const maxUrls = 4
const maxUrlLength = 400

const compress = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 6 }),
}

/** A part of the memory. The least recently used entries go first. */
class Segment {
  readonly entries = new Map<string, Entry>()
  readonly #maxBytes: number
  /** `forget` looks at every key. */
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
 * Replies that are the same for everybody, kept until their path is hinted stale or their time is over. Polling then
 * costs no database and no serialisation: `If-None-Match` compares two strings. Replies to free text (searches, cursors)
 * have a segment of their own, so that a flood of them cannot evict the lists that everybody reads.
 */
export class ReplyCache {
  readonly #lists: Segment
  readonly #searches: Segment
  readonly #underWay = new Map<string, Promise<Entry>>()
  /** From an address as a client wrote it to its entry: the hot path parses nothing. */
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

  /** Drops every reply below a path: a hint for `/api/polls/` reaches `/api/polls/?filter=recent` and `/api/polls/7/`. */
  forget(path: string): void {
    for (const { entries } of [this.#lists, this.#searches]) {
      for (const entry of entries.values()) if (entry.key.startsWith(path)) this.#drop(entry)
    }
    // What is under way started before the change: its callers get it, nobody after them does.
    for (const key of this.#underWay.keys()) if (key.startsWith(path)) this.#underWay.delete(key)
  }

  /** The reply to an address that was asked for in exactly this form before. */
  fresh(url: string): Entry | undefined {
    const entry = this.#byUrl.get(url)
    return entry && this.#touched(entry)
  }

  /** The reply of this key: the one that is kept, or one computation for all who wait for it. */
  async obtain(
    key: string,
    { seconds, isSearch }: { seconds: number; isSearch: boolean },
    serialise: () => Promise<string>,
  ): Promise<Entry> {
    const segment = isSearch ? this.#searches : this.#lists
    const kept = segment.entries.get(key)
    const fresh = kept && this.#touched(kept)
    if (fresh) return fresh
    const underWay = this.#underWay.get(key)
    if (underWay) return underWay
    const promise = serialise().then((text) => newEntry(key, text, seconds, segment))
    this.#underWay.set(key, promise)
    try {
      const entry = await promise
      if (this.#underWay.get(key) === promise) this.#keep(entry)
      return entry
    } finally {
      if (this.#underWay.get(key) === promise) this.#underWay.delete(key)
    }
  }

  /** Remembers that an address means this entry. Few per entry: there is no end of ways to write one. */
  addUrl(entry: Entry, url: string): void {
    if (entry.urls.length >= maxUrls || url.length > maxUrlLength) return
    if (!this.#isKept(entry) || this.#byUrl.has(url)) return
    entry.urls.push(url)
    this.#byUrl.set(url, entry)
    this.#grow(entry, url.length * 2)
  }

  async compressed(entry: Entry, encoding: Encoding): Promise<Buffer> {
    const made = entry.compressed[encoding]
    if (made) return made
    const making = compress[encoding](entry.bytes)
    entry.compressed[encoding] = making
    const bytes = await making
    this.#grow(entry, bytes.length)
    return bytes
  }

  #isKept(entry: Entry): boolean {
    return entry.segment.entries.get(entry.key) === entry
  }

  /** Moves an entry to the end of the line of eviction; undefined when its time is over. */
  #touched(entry: Entry): Entry | undefined {
    if (entry.staleAt <= performance.now()) return undefined
    const { entries } = entry.segment
    entries.delete(entry.key)
    entries.set(entry.key, entry)
    return entry
  }

  #keep(entry: Entry): void {
    const before = entry.segment.entries.get(entry.key)
    if (before) this.#drop(before)
    if (entry.size > maxEntryBytes) return
    entry.segment.entries.set(entry.key, entry)
    entry.segment.bytes += entry.size
    this.#evict(entry.segment)
  }

  #grow(entry: Entry, bytes: number): void {
    if (!this.#isKept(entry)) return
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
  // Weak: the same tag names the identity, gzip and brotli form.
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  const staleAt = performance.now() + seconds * 1000
  const size = bytes.length + key.length * 2 + overhead
  return { key, etag, bytes, staleAt, segment, compressed: {}, urls: [], size }
}
