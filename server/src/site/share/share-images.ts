import path from 'node:path'
import { ImageQueue } from '#media/image-queue.ts'
import type { DrawingJob } from './share-image.ts'

const program = path.join(import.meta.dirname, 'drawing/drawing-process.ts')

interface Settings {
  /** Memory for drawn images. The least recently used ones are dropped first. */
  maxBytes?: number
  maxWaiting?: number
}

/** Draws share images in a process of their own, so that uploads do not wait for them, and keeps the latest ones. */
export class ShareImages {
  readonly #maxBytes: number
  readonly #queue: ImageQueue<DrawingJob, Uint8Array>
  readonly #drawn = new Map<string, Buffer>()
  readonly #inProgress = new Map<string, Promise<Buffer>>()
  #bytes = 0
  /** The number of images drawn so far. */
  drawings = 0

  constructor({ maxBytes = 24 * 1024 * 1024, maxWaiting = 8 }: Settings = {}) {
    this.#maxBytes = maxBytes
    this.#queue = new ImageQueue({ program, maxWaiting, timeLimit: 10_000 })
  }

  get bytes(): number {
    return this.#bytes
  }

  /**
   * The PNG of a key, which must change with the content. Concurrent callers of a key share one drawing.
   * @throws NotAnImage, ImagesBusy
   */
  async get(key: string, prepare: () => Promise<DrawingJob>): Promise<Buffer> {
    const known = this.#drawn.get(key)
    if (known) {
      this.#drawn.delete(key)
      this.#drawn.set(key, known)
      return known
    }
    const running = this.#inProgress.get(key)
    if (running) return running
    const drawing = this.#draw(key, prepare).finally(() => this.#inProgress.delete(key))
    this.#inProgress.set(key, drawing)
    return drawing
  }

  close(): Promise<void> {
    return this.#queue.close()
  }

  async #draw(key: string, prepare: () => Promise<DrawingJob>): Promise<Buffer> {
    const png = Buffer.from(await this.#queue.run(await prepare()))
    this.drawings++
    this.#drawn.set(key, png)
    this.#bytes += png.length
    for (const [oldest, { length }] of this.#drawn) {
      if (this.#bytes <= this.#maxBytes) break
      this.#drawn.delete(oldest)
      this.#bytes -= length
    }
    return png
  }
}
