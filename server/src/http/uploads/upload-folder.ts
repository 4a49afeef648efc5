import { mkdir, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { ApiError, limitReached, storageFull } from '#http/errors.ts'
import { boundsOf } from '#http/network.ts'

/** Concurrent uploads. Each occupies disk space until its response is sent. */
const maxConcurrent = { perUser: 2, perNetwork: 8, perProcess: 16 }
/**
 * While all slots are taken, a new upload displaces the slowest one that has had this many milliseconds and is slower than
 * this many bytes a second. Otherwise a few accounts with slow connections could keep all slots for hours.
 */
const fairSpeed = { after: 5_000, bytes: 64 * 1024 }
/** Seconds. */
const retryAfter = 5
const hour = 60 * 60_000

/** Uploads are rejected rather than leave less than this for the database. */
const minFreeBytes = 512 * 1024 * 1024

interface Uploader {
  userId: number
  network: string
  /** The most bytes that all files of the form may have together. */
  maxBytes: number
  /** Bytes received so far. */
  bytesRead: () => number
}

interface Slot extends Uploader {
  since: number
  isReceiving: boolean
  displaced: AbortController
}

interface Opened {
  folder: string
  /** Aborted when another upload takes this one's slot. */
  displaced: AbortSignal
  /** Ends the possibility of being displaced. */
  received: () => void
  /** Removes the folder. */
  close: () => Promise<void>
}

export function uploadsBusy(): ApiError {
  return new ApiError('busy', { retryAfter })
}

/** Free bytes of the disk that holds a folder. */
async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

declare module 'fastify' {
  interface FastifyInstance {
    uploadFolder: UploadFolder
  }
}

/** Stores uploaded files for the duration of their request, in one folder per request. */
export class UploadFolder {
  readonly #folder: string
  readonly #freeSpace: (folder: string) => Promise<number>
  readonly #inProgress = new Set<Slot>()

  constructor(folder: string, freeSpace = freeBytes) {
    this.#folder = folder
    this.#freeSpace = freeSpace
  }

  get inProgress(): number {
    return this.#inProgress.size
  }

  /**
   * Creates a folder for a request.
   * @throws ApiError if too many uploads are in progress, or the disk is nearly full.
   */
  async open(uploader: Uploader): Promise<Opened> {
    const { userId, network } = uploader
    if (this.#matching((other) => other.userId === userId).length >= maxConcurrent.perUser) {
      throw limitReached(retryAfter)
    }
    for (const { key, max } of boundsOf(network, maxConcurrent.perNetwork)) {
      this.#makeRoom(
        this.#matching((other) => boundsOf(other.network, 0).some((bound) => bound.key === key)),
        max,
      )
    }
    this.#makeRoom([...this.#inProgress], maxConcurrent.perProcess)
    const slot: Slot = { ...uploader, since: Date.now(), isReceiving: true, displaced: new AbortController() }
    this.#inProgress.add(slot)
    try {
      await mkdir(this.#folder, { recursive: true })
      await this.#assertSpace()
      const folder = await mkdtemp(path.join(this.#folder, 'request-'))
      return {
        folder,
        displaced: slot.displaced.signal,
        received: () => (slot.isReceiving = false),
        close: () => this.#close(slot, folder),
      }
    } catch (error) {
      this.#inProgress.delete(slot)
      throw error
    }
  }

  /** Displaces an upload if these are as many as allowed. @throws ApiError if none of them is slow. */
  #makeRoom(slots: Slot[], max: number): void {
    if (slots.length < max) return
    const now = Date.now()
    const speed = (slot: Slot) => (slot.bytesRead() * 1000) / (now - slot.since)
    const [slowest] = slots
      .filter((slot) => slot.isReceiving && now - slot.since >= fairSpeed.after && speed(slot) < fairSpeed.bytes)
      .toSorted((a, b) => speed(a) - speed(b))
    if (!slowest) throw uploadsBusy()
    this.#inProgress.delete(slowest)
    slowest.displaced.abort()
  }

  /**
   * Removes files that a crashed server left behind: those not written to for an hour, because servers may share the folder
   * and a slow upload may take longer.
   */
  async sweep(now = Date.now()): Promise<void> {
    const names = await readdir(this.#folder).catch(() => [])
    for (const name of names) {
      const folder = path.join(this.#folder, name)
      if (now - (await lastWrite(folder)) > hour) await rm(folder, { recursive: true, force: true })
    }
  }

  /** Assumes that each upload in progress will take its maximum. */
  async #assertSpace(): Promise<void> {
    const needed = [...this.#inProgress].reduce((sum, { maxBytes }) => sum + maxBytes, minFreeBytes)
    if ((await this.#freeSpace(this.#folder)) < needed) throw storageFull()
  }

  #matching(matches: (slot: Slot) => boolean): Slot[] {
    return [...this.#inProgress].filter(matches)
  }

  async #close(slot: Slot, folder: string): Promise<void> {
    this.#inProgress.delete(slot)
    // A file may be created while its folder is removed. What still remains is swept.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined)
  }
}

/** The latest time of a folder and its files, in milliseconds. */
async function lastWrite(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const paths = [folder, ...names.map((name) => path.join(folder, name))]
  // A file may be removed in between.
  const times = await Promise.all(
    paths.map((source) =>
      stat(source).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  )
  return Math.max(...times)
}

export function registerUploadFolder(app: FastifyInstance): void {
  const uploads = new UploadFolder(path.join(app.config.dataDir, 'uploads'))
  app.decorate('uploadFolder', uploads)
}
