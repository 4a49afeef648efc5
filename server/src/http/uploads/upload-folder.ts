import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { ApiError, tooMany } from '#http/errors.ts'

/** Each upload takes disk space until its reply is sent. */
const maxAtOnce = { perPerson: 2, perProcess: 16 }
/** Seconds after which another try makes sense. */
const pause = 5
const hour = 60 * 60_000

declare module 'fastify' {
  interface FastifyInstance {
    uploadFolder: UploadFolder
  }
}

/** Where files lie while their request takes: one folder per request. */
export class UploadFolder {
  readonly #folder: string
  readonly #inProgress = new Map<number, number>()

  constructor(folder: string) {
    this.#folder = folder
  }

  /** A request's own folder, and a function that removes it. @throws ApiError when too many uploads are in progress. */
  async open(personId: number): Promise<{ folder: string; close: () => Promise<void> }> {
    const own = this.#inProgress.get(personId) ?? 0
    if (own >= maxAtOnce.perPerson) throw tooMany(pause)
    const all = [...this.#inProgress.values()].reduce((sum, count) => sum + count, 0)
    if (all >= maxAtOnce.perProcess) {
      const detail = 'Many files are being uploaded right now. Please try again in a moment.'
      throw new ApiError(503, 'busy', detail, { retryAfter: pause })
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

  /** Removes what a server that crashed left behind. Several servers may share the folder, so age decides. */
  async sweep(now = Date.now()): Promise<void> {
    const names = await readdir(this.#folder).catch(() => [])
    for (const name of names) {
      const place = path.join(this.#folder, name)
      const entry = await stat(place).catch(() => undefined)
      if (entry && now - entry.mtimeMs > hour) await rm(place, { recursive: true, force: true })
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
  const sweep = () => uploads.sweep().catch((error: unknown) => app.log.warn({ err: error }, 'uploads were not swept'))
  const timer = setInterval(() => void sweep(), hour).unref()
  app.decorate('uploadFolder', uploads)
  app.addHook('onReady', sweep)
  app.addHook('onClose', async () => clearInterval(timer))
}
