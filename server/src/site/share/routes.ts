import { buffer } from 'node:stream/consumers'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { parseId } from '@wtpu/contract/schemas'
import { defaultImage } from '@wtpu/contract/site/head'
import { type Read, RecentCopies } from '#http/cache/recent-copies.ts'
import type { ResponseCache } from '#http/cache/response-cache.ts'
import { ApiError } from '#http/errors.ts'
import { hasVersion } from '#http/etag.ts'
import { countRequests, limits, limitTo } from '#http/limits/rate-limit.ts'
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
import { isOn } from '@wtpu/contract/site/parts'
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
 * current version as `v` they may be cached for a day, otherwise for a minute. While too many images wait to be drawn, or a network
 * has had too many drawn, an earlier drawing or the default image is sent. With a gate, it is always the default image.
 */
export function shareRoutes(app: FastifyInstance): void {
  const images = new ShareImages(app.cache)
  app.decorate('shareImages', images)
  app.addHook('onClose', () => images.close())
  const find = { polls: findPollImage, politicians: findPoliticianImage, 'roll-calls': findRollCallImage }
  const onRequest = limitTo(app, limits.shareImagesPerAddress)
  const countDrawing = countRequests(app, limits.drawingsPerAddress)
  /** Draws what is not in memory as it is. */
  const prepare = (request: FastifyRequest, image: ShareImage) => async () => {
    if ((await countDrawing(request)) !== undefined) throw new JobsBusy()
    const photo = await photoOf(image, app.files).catch(() => undefined)
    const logo = site.logo ? await findLogoFile(app.db, path.basename(site.logo.src)) : undefined
    return { image, look: siteLook(), photo, logo }
  }

  app.get<{ Querystring: { v?: string } }>(
    '/share/site.png',
    { schema: { hide: true }, onRequest },
    (request, reply) => {
      const image = { kind: 'site', tagline: site.tagline, site: new URL(app.config.publicUrl).host } as const
      const wanted = async () => ({ version: versionOf(image), prepare: prepare(request, image) })
      return sendImage(images, { subject: siteImage, calls: [], wanted }, request, reply)
    },
  )

  for (const folder of ['polls', 'politicians', 'roll-calls'] as const) {
    app.get<{ Params: { file: string }; Querystring: { v?: string } }>(
      `/share/${folder}/:file`,
      { schema: { hide: true }, onRequest },
      async (request, reply) => {
        const id = /^\d+\.png$/.test(request.params.file) ? parseId(request.params.file.slice(0, -4)) : undefined
        // The image of an official shows ratings.
        const isClosed = folder === 'politicians' && !isOn('ratings')
        if (id === undefined || isClosed || app.config.siteAccessCode) return sendDefault(reply)
        const wanted = async () => {
          const image = await app.reads.run<ShareImage | undefined>((db) => find[folder](db, id, app.config))
          return image && { version: versionOf(image), prepare: prepare(request, image) }
        }
        const subject = { subject: `${folder}/${id}`, calls: [`/api/${folder}/${id}/`], wanted }
        return sendImage(images, subject, request, reply)
      },
    )
  }
}

async function sendImage(
  images: ShareImages,
  wanted: WantedImage,
  request: FastifyRequest<{ Querystring: { v?: string } }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const sendInstead = (to: FastifyReply) => {
    if (wanted.subject === siteImage) throw new ApiError('overloaded')
    return sendDefault(to)
  }
  try {
    const { version, png } = await images.get(wanted)
    if (!png) return sendInstead(reply)
    const seconds = request.query.v === version ? 86_400 : 60
    reply.headers({ etag: `"${version}"`, 'cache-control': `public, max-age=${seconds}` })
    if (hasVersion(request, `"${version}"`)) return reply.code(304).send()
    return await sendPng(reply, png)
  } catch (error) {
    if (!(error instanceof JobsBusy)) throw error
    const earlier = images.latest(wanted.subject)
    return earlier ? sendPng(asSubstitute(reply), earlier) : sendInstead(reply)
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

interface WantedImage {
  subject: string
  /** The calls that have what it shows. */
  calls: readonly string[]
  /** Undefined if there is no such subject. The version must change with the content. */
  wanted: () => Promise<{ version: string; prepare: () => Promise<DrawingJob> } | undefined>
}

/** Without `png`, there is no such subject, or it cannot be drawn. */
interface Drawing {
  version: string
  png?: Buffer
  read: Read
}

/** Draws share images in a process of their own, so that uploads do not wait for them, and keeps the latest ones. */
export class ShareImages {
  readonly #queue: JobQueue<DrawingJob, Uint8Array>
  readonly #drawings: RecentCopies<Drawing>
  /** The number of images that were drawn, or tried. */
  drawings = 0

  constructor(cache: ResponseCache, { maxBytes = 24 * 1024 * 1024, maxWaiting = 8 }: Settings = {}) {
    this.#queue = new JobQueue({ program, maxWaiting, timeLimit: 10_000 })
    const sizeCalculation = ({ png }: Drawing) => (png?.length ?? 0) + 500
    this.#drawings = new RecentCopies(cache, new LRUCache<string, Drawing>({ maxSize: maxBytes, sizeCalculation }))
  }

  get bytes(): number {
    return this.#drawings.kept.calculatedSize
  }

  /** @throws JobsBusy */
  get({ subject, calls, wanted }: WantedImage): Promise<Drawing> {
    const { kept } = this.#drawings
    return this.#drawings.get(subject, calls, async (read) => {
      const found = await wanted()
      const before = kept.get(subject)
      if (!found) {
        kept.delete(subject)
        return { version: '', read }
      }
      const { version, prepare } = found
      if (before?.version === version) return Object.assign(before, { read })
      const drawing = await this.#draw(await prepare())
      const made = drawing ? { version, png: drawing, read } : { version: '', read }
      kept.set(subject, made)
      return made
    })
  }

  /** Undefined if it cannot be drawn, which is tried again later. */
  async #draw(job: DrawingJob): Promise<Buffer | undefined> {
    this.drawings++
    try {
      return Buffer.from(await this.#queue.run(job))
    } catch (error) {
      if (error instanceof JobRejected) return undefined
      throw error
    }
  }

  /** The latest drawing of a subject, whatever its version. */
  latest(subject: string): Buffer | undefined {
    return this.#drawings.kept.get(subject)?.png
  }

  close(): Promise<void> {
    return this.#queue.close()
  }
}
