import { buffer } from 'node:stream/consumers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseId } from '@wtpu/contract/schemas'
import { unavailable } from '#http/errors.ts'
import { limits, limitTo } from '#http/limits/rate-limit.ts'
import type { FileStore } from '#media/file-store.ts'
import { NotAnImage, ImagesBusy } from '#media/image-job.ts'
import {
  findPoliticianImage,
  findPollImage,
  findRollCallImage,
  versionOf,
  type ShareImage,
  type DrawingJob,
} from './find-share-image.ts'
import path from 'node:path'
import { LRUCache } from 'lru-cache'
import { JobQueue } from '#media/job-queue.ts'

/** Drawn for all pages that have no image of their own. */
const defaultImage = '/share.png'

/**
 * GET /share/polls/{id}.png, and the same of politicians and roll-calls: the images that other sites show for a shared link. With the
 * current version as `v` they may be cached for a day, otherwise for a minute.
 */
export function shareRoutes(app: FastifyInstance, images: ShareImages): void {
  const find = { polls: findPollImage, politicians: findPoliticianImage, 'roll-calls': findRollCallImage }
  const onRequest = limitTo(app, limits.shareImagesPerAddress)

  for (const folder of ['polls', 'politicians', 'roll-calls'] as const) {
    app.get<{ Params: { file: string }; Querystring: { v?: string } }>(
      `/share/${folder}/:file`,
      { schema: { hide: true }, onRequest },
      async (request, reply) => {
        const id = /^\d+\.png$/.test(request.params.file) ? parseId(request.params.file.slice(0, -4)) : undefined
        const image =
          id === undefined
            ? undefined
            : await app.reads.run<ShareImage | undefined>((db) => find[folder](db, id, app.config))
        return image ? sendImage(images, image, request, reply) : sendDefault(reply)
      },
    )
  }
}

async function sendImage(
  images: ShareImages,
  image: ShareImage,
  request: FastifyRequest<{ Querystring: { v?: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const version = versionOf(image)
  const seconds = request.query.v === version ? 86_400 : 60
  reply.headers({ etag: `"${version}"`, 'cache-control': `public, max-age=${seconds}` })
  if (request.headers['if-none-match'] === `"${version}"`) return reply.code(304).send()
  try {
    const { files } = request.server
    const png = await images.get(version, async () => ({
      image,
      photo: await photoOf(image, files).catch(() => undefined),
    }))
    return await reply.type('image/png').header('cross-origin-resource-policy', 'cross-origin').send(png)
  } catch (error) {
    if (error instanceof ImagesBusy) throw unavailable()
    if (error instanceof NotAnImage) return sendDefault(reply)
    throw error
  }
}

function sendDefault(reply: FastifyReply): FastifyReply {
  return reply.removeHeader('etag').header('cache-control', 'public, max-age=60').redirect(defaultImage, 302)
}

async function photoOf(image: ShareImage, files: FileStore): Promise<Buffer | undefined> {
  if (image.kind !== 'politician' || image.photo === undefined) return undefined
  const size = await files.size(image.photo)
  return size ? buffer(await files.read(image.photo, { start: 0, end: size - 1 })) : undefined
}

const program = path.join(import.meta.dirname, 'drawing/drawing-process.ts')

interface Settings {
  /** Memory for drawn images. The least recently used ones are dropped first. */
  maxBytes?: number
  maxWaiting?: number
}

/** Draws share images in a process of their own, so that uploads do not wait for them, and keeps the latest ones. */
export class ShareImages {
  readonly #queue: JobQueue<DrawingJob, Uint8Array>
  readonly #drawn: LRUCache<string, Buffer, () => Promise<DrawingJob>>
  /** The number of images drawn so far. */
  drawings = 0

  constructor({ maxBytes = 24 * 1024 * 1024, maxWaiting = 8 }: Settings = {}) {
    this.#queue = new JobQueue({ program, maxWaiting, timeLimit: 10_000 })
    this.#drawn = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: (png) => png.length,
      fetchMethod: async (_key, _old, { context: prepare }) => {
        const png = Buffer.from(await this.#queue.run(await prepare()))
        this.drawings++
        return png
      },
    })
  }

  get bytes(): number {
    return this.#drawn.calculatedSize
  }

  /**
   * The PNG of a key, which must change with the content. Concurrent callers of a key share one drawing.
   * @throws NotAnImage, ImagesBusy
   */
  get(key: string, prepare: () => Promise<DrawingJob>): Promise<Buffer> {
    return this.#drawn.forceFetch(key, { context: prepare })
  }

  close(): Promise<void> {
    return this.#queue.close()
  }
}
