import { buffer } from 'node:stream/consumers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseId } from '@wtpu/contract/schemas'
import { defaultImage } from '@wtpu/contract/site/head'
import { ApiError } from '#http/errors.ts'
import { hasVersion } from '#http/etag.ts'
import { limits, limitTo } from '#http/limits/rate-limit.ts'
import type { FileStore } from '#media/file-store.ts'
import { JobRejected, JobsBusy } from '#processes/job-queue.ts'
import {
  findPoliticianImage,
  findPollImage,
  findRollCallImage,
  siteLook,
  versionOf,
  type ShareImage,
  type DrawingJob,
} from './find-share-image.ts'
import { site } from '@wtpu/contract/site/name'
import path from 'node:path'
import { findLogoFile } from '../logo.ts'
import { LRUCache } from 'lru-cache'
import { JobQueue } from '#processes/job-queue.ts'

declare module 'fastify' {
  interface FastifyInstance {
    shareImages: ShareImages
  }
}

/** The subject of the image of all pages that have none of their own. */
const siteImage = 'site'

/**
 * GET /share/polls/{id}.png, and the same of politicians and roll-calls: the images that other sites show for a shared link. With the
 * current version as `v` they may be cached for a day, otherwise for a minute. While too many images wait to be drawn, an earlier
 * drawing or the default image is sent. With a gate, it is always the default image.
 */
export function shareRoutes(app: FastifyInstance): void {
  const images = new ShareImages()
  app.decorate('shareImages', images)
  app.addHook('onClose', () => images.close())
  const find = { polls: findPollImage, politicians: findPoliticianImage, 'roll-calls': findRollCallImage }
  const onRequest = limitTo(app, limits.shareImagesPerAddress)

  app.get<{ Querystring: { v?: string } }>(
    '/share/site.png',
    { schema: { hide: true }, onRequest },
    (request, reply) => {
      const image = { kind: 'site', tagline: site.tagline, site: new URL(app.config.publicUrl).host } as const
      return sendImage(images, siteImage, image, request, reply)
    },
  )

  for (const folder of ['polls', 'politicians', 'roll-calls'] as const) {
    app.get<{ Params: { file: string }; Querystring: { v?: string } }>(
      `/share/${folder}/:file`,
      { schema: { hide: true }, onRequest },
      async (request, reply) => {
        const id = /^\d+\.png$/.test(request.params.file) ? parseId(request.params.file.slice(0, -4)) : undefined
        const image =
          id === undefined || app.config.siteAccessCode
            ? undefined
            : await app.reads.run<ShareImage | undefined>((db) => find[folder](db, id, app.config))
        return image ? sendImage(images, `${folder}/${id}`, image, request, reply) : sendDefault(reply)
      },
    )
  }
}

async function sendImage(
  images: ShareImages,
  subject: string,
  image: ShareImage,
  request: FastifyRequest<{ Querystring: { v?: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const version = versionOf(image)
  const seconds = request.query.v === version ? 86_400 : 60
  reply.headers({ etag: `"${version}"`, 'cache-control': `public, max-age=${seconds}` })
  if (hasVersion(request, `"${version}"`)) return reply.code(304).send()
  const { files } = request.server
  try {
    const png = await images.get(subject, version, async () => ({
      image,
      look: siteLook(),
      photo: await photoOf(image, files).catch(() => undefined),
      logo: site.logo ? await findLogoFile(request.server.db, path.basename(site.logo.src)) : undefined,
    }))
    return await sendPng(reply, png)
  } catch (error) {
    if (subject !== siteImage && error instanceof JobRejected) return sendDefault(reply)
    if (!(error instanceof JobsBusy)) throw error
    const earlier = images.latest(subject)
    if (earlier) return sendPng(asSubstitute(reply), earlier)
    if (subject === siteImage) throw new ApiError('overloaded')
    return sendDefault(reply)
  }
}

const sendPng = (reply: FastifyReply, png: Buffer): FastifyReply =>
  reply.type('image/png').header('cross-origin-resource-policy', 'cross-origin').send(png)

const sendDefault = (reply: FastifyReply): FastifyReply => asSubstitute(reply).redirect(defaultImage(), 302)

/** What is sent instead of the requested image is asked for again after a minute. */
const asSubstitute = (reply: FastifyReply): FastifyReply =>
  reply.removeHeader('etag').header('cache-control', 'public, max-age=60')

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
  /** The key of the latest drawing of each subject. Every vote makes a new version of a poll's image. */
  readonly #latest = new LRUCache<string, string>({ max: 2_000 })
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
   * The PNG of a subject, whose version must change with the content. Concurrent callers share one drawing.
   * @throws JobRejected, JobsBusy
   */
  async get(subject: string, version: string, prepare: () => Promise<DrawingJob>): Promise<Buffer> {
    const key = `${subject} ${version}`
    const png = await this.#drawn.forceFetch(key, { context: prepare })
    this.#latest.set(subject, key)
    return png
  }

  /** The latest drawing of a subject, whatever its version. */
  latest(subject: string): Buffer | undefined {
    const key = this.#latest.get(subject)
    return key === undefined ? undefined : this.#drawn.get(key)
  }

  close(): Promise<void> {
    return this.#queue.close()
  }
}
