import { and, desc, eq, like, notInArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { ImageUnavailable, saveForeignImage } from '#media/foreign-images.ts'
import { JobRejected, JobsBusy } from '#processes/job-queue.ts'
import type { Media } from '#media/images.ts'
import { markUnused, markUsed } from '#media/unused-media.ts'
import { newLru } from '#http/cache/lru.ts'
import { avatarWidth } from './profile.ts'

const atOnce = 20
const day = 24 * 60 * 60_000

/**
 * Copies the pictures of people who signed up with Google to this site, so that Google does not learn who looks at whom.
 * Until then, and if it fails, the site shows initials.
 */
export class ForeignAvatars {
  readonly #db: Db
  readonly #media: Media
  readonly #options: { allowsPrivate?: boolean }
  readonly #closing = new AbortController()
  /** Users whose picture could not be had. It is tried again after a day. */
  readonly #failed = newLru<number, true>(5_000, { ttl: day })

  constructor(db: Db, media: Media, options: { allowsPrivate?: boolean } = {}) {
    this.#db = db
    this.#media = media
    this.#options = options
  }

  /** @returns whether more may wait. */
  async copySome(): Promise<boolean> {
    const waiting = await this.#db
      .select({ id: users.id, address: sql<string>`${users.avatar}` })
      .from(users)
      .where(and(like(users.avatar, 'http%'), notInArray(users.id, [...this.#failed.keys()])))
      .orderBy(desc(users.id))
      .limit(atOnce)
    for (const { id, address } of waiting) {
      if (this.#closing.signal.aborted) return false
      await this.#copy(id, address)
    }
    return waiting.length === atOnce
  }

  close(): void {
    this.#closing.abort()
  }

  async #copy(userId: number, address: string): Promise<void> {
    try {
      const { url } = await saveForeignImage(this.#media, address, {
        folder: 'avatars',
        maxWidth: avatarWidth,
        beforeSave: (stored) => markUnused(this.#db, [stored]),
        signal: this.#closing.signal,
        ...this.#options,
      })
      await this.#db.transaction(async (tx) => {
        const isCurrent = and(eq(users.id, userId), eq(users.avatar, address))
        const changed = await tx.update(users).set({ avatar: url }).where(isCurrent).returning({ id: users.id })
        // Else the user chose another picture, or another server was first, and the file is swept.
        if (changed.length > 0) await markUsed(tx, [url])
      })
    } catch (error) {
      if (error instanceof JobsBusy) return
      if (!(error instanceof ImageUnavailable || error instanceof JobRejected)) throw error
      this.#failed.set(userId, true)
    }
  }
}
