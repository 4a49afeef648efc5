import { buffer } from 'node:stream/consumers'
import { imageVariant } from '@wtpu/contract/images'
import { and, asc, eq, gt, isNull, lte } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { postMedia } from '#db/schema/boiler-room.ts'
import { animationMaxWidth } from '#media/image-job.ts'
import type { FileStore } from '#media/file-store.ts'

const imagesAtOnce = 50
/** Up to the byte with the flags. */
const webpHeaderBytes = 21

/**
 * Finds the animated images of posts that were published before their first frame was stored as a poster. Looks at each small image
 * once in the life of the server, oldest first; the server makes no larger animations.
 */
export class OldAnimations {
  readonly #db: Db
  readonly #files: FileStore
  #lastPost = 0

  constructor(db: Db, files: FileStore) {
    this.#db = db
    this.#files = files
  }

  /** @returns whether more may wait. */
  async markSome(): Promise<boolean> {
    const { postId, position, file, width } = postMedia
    const isCandidate = and(
      eq(postMedia.kind, 'image'),
      isNull(postMedia.poster),
      lte(width, animationMaxWidth),
      gt(postId, this.#lastPost),
    )
    const images = await this.#db
      .select({ postId, position, file, width })
      .from(postMedia)
      .where(isCandidate)
      .orderBy(asc(postId), asc(position))
      .limit(imagesAtOnce)
    for (const image of images) {
      if (!(await this.#isAnimated(image.file))) continue
      await this.#db
        .update(postMedia)
        .set({ poster: imageVariant(image.file, image.width, 'jpg') })
        .where(and(eq(postId, image.postId), eq(position, image.position), eq(file, image.file)))
    }
    // The rest of the last post's images, if any, is read again.
    const last = images.at(-1)?.postId ?? this.#lastPost
    const hasMore = images.length === imagesAtOnce
    this.#lastPost = hasMore ? last - 1 : last
    return hasMore
  }

  async #isAnimated(address: string): Promise<boolean> {
    const name = /^\/media\/(.*\.webp)$/.exec(address)?.[1]
    const size = name === undefined ? undefined : await this.#files.size(name)
    if (name === undefined || size === undefined || size < webpHeaderBytes) return false
    try {
      const header = await buffer(await this.#files.read(name, { start: 0, end: webpHeaderBytes - 1 }))
      return header.toString('latin1', 12, 16) === 'VP8X' && (header.readUInt8(20) & 2) !== 0
    } catch (error) {
      // Its author deleted the post in between.
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
      throw error
    }
  }
}
