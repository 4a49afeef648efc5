import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { ApiError, tooManyRequests } from '#http/errors.ts'

/** Concurrent uploads. Each occupies disk space until its reply is sent. */
const maxConcurrent = { perPerson: 2, perProcess: 16 }
/** Seconds. */
const retryAfter = 5
const hour = 60 * 60_000

declare module 'fastify' {
  interface FastifyInstance {
    uploadFolder: UploadFolder
  }
}

/** Stores uploaded files for the duration of their request, in one folder per request. */
export class UploadFolder {
  readonly #folder: string
  readonly #inProgress = new Map<number, number>()

  constructor(folder: string) {
    this.#folder = folder
  }

  get inProgress(): number {
    return [...this.#inProgress.values()].reduce((sum, count) => sum + count, 0)
  }

  /** Creates a folder for a request. `close` removes it. @throws ApiError if too many uploads are in progress. */
  async open(personId: number): Promise<{ folder: string; close: () => Promise<void> }> {
    const own = this.#inProgress.get(personId) ?? 0
    if (own >= maxConcurrent.perPerson) throw tooManyRequests(retryAfter)
    if (this.inProgress >= maxConcurrent.perProcess) {
      const detail = 'Many files are being uploaded right now. Please try again in a moment.'
      throw new ApiError(503, 'busy', detail, { retryAfter })
    }
    this.#inProgress.set(personId, own + 1)
    try {
      await mkdir(this.#folder, { recursive: true })
      const folder = await mkdtemp(path.join(this.#folder, 'request-'))
      return { folder, close: () => this.#close(personId, folder) }
    } catch (error) {
      this.#release(personId)
      throw error
    }
  }

  /** Removes files that a crashed server left behind: those older than an hour, because servers may share the folder. */
  async sweep(now = Date.now()): Promise<void> {
    const names = await readdir(this.#folder).catch(() => [])
    for (const name of names) {
      const folder = path.join(this.#folder, name)
      const entry = await stat(folder).catch(() => undefined)
      if (entry && now - entry.mtimeMs > hour) await rm(folder, { recursive: true, force: true })
    }
  }

  async #close(personId: number, folder: string): Promise<void> {
    this.#release(personId)
    await rm(folder, { recursive: true, force: true })
  }

  #release(personId: number): void {
    const left = (this.#inProgress.get(personId) ?? 1) - 1
    if (left > 0) this.#inProgress.set(personId, left)
    else this.#inProgress.delete(personId)
  }
}

export function registerUploadFolder(app: FastifyInstance): void {
  const uploads = new UploadFolder(path.join(app.config.dataDir, 'uploads'))
  const sweep = () =>
    uploads.sweep().catch((error: unknown) => app.log.warn({ err: error }, 'old uploads could not be removed'))
  const timer = setInterval(() => void sweep(), hour).unref()
  app.decorate('uploadFolder', uploads)
  app.addHook('onReady', sweep)
  app.addHook('onClose', async () => clearInterval(timer))
}
