import { imageWidths } from '@wtpu/contract/images'
import { and, asc, eq, isNull, like } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { politicians } from '#db/schema/politicians.ts'
import { publishInvalidationOnCommit } from '#live/publish.ts'
import { ImageUnavailable, saveForeignImage } from '#media/foreign-images.ts'
import { JobRejected } from '#processes/job-queue.ts'
import type { Media } from '#media/images.ts'
import { markUnused, markUsed } from '#media/unused-media.ts'

/** The site shows portraits at 160 CSS pixels at most. */
const maxWidth = imageWidths[2]
const atOnce = 4
/** A host that did not answer this often in a row is not asked again. */
const maxSilences = 3
const totalMs = 15 * 60_000

interface Options {
  onProgress?(line: string): void
  /** No photo is begun after its abort. */
  signal?: AbortSignal
  timeoutMs?: number
  allowsPrivate?: boolean
}

export interface PhotoReport {
  stored: number
  missing: { who: string; host: string; reason: string }[]
}

/**
 * Fetches the photos of officials in office that are not stored yet, a few at a time. Those that cannot be had are tried
 * again by the next import; until then, the site shows initials.
 */
export async function fetchPhotos(db: Db, media: Media, options: Options = {}): Promise<PhotoReport> {
  const { onProgress, signal, ...download } = options
  const waiting = await db
    .select({
      id: politicians.id,
      who: politicians.name,
      state: politicians.state,
      address: politicians.profileImage,
    })
    .from(politicians)
    .where(and(isNull(politicians.retiredAt), isNull(politicians.photo), like(politicians.profileImage, 'http%')))
    .orderBy(asc(politicians.id))
  const report: PhotoReport = { stored: 0, missing: [] }
  const silences = new Map<string, number>()
  const endsAt = Date.now() + totalMs
  const queue = waiting.values()
  const work = async () => {
    for (const { id, who, state, address } of queue) {
      if (signal?.aborted) return
      const host = URL.parse(address ?? '')?.host ?? ''
      onProgress?.(`Fetching photos: ${report.stored + report.missing.length + 1} of ${waiting.length}`)
      const reason = await tryHost(host, () => storePhoto(db, media, { id, address: address ?? '' }, download))
      if (reason === undefined) report.stored++
      else report.missing.push({ who: `${who} (${state})`, host, reason })
    }
  }

  /** The reason why the photo cannot be had, or undefined if it is stored. */
  async function tryHost(host: string, store: () => Promise<void>): Promise<string | undefined> {
    const silent = () => silences.get(host) ?? 0
    if (silent() >= maxSilences) return 'no answer'
    if (Date.now() > endsAt) return `not tried within ${totalMs / 60_000} minutes`
    try {
      await store()
      silences.set(host, 0)
      return undefined
    } catch (error) {
      if (error instanceof JobRejected) return `not an acceptable image: ${error.message || 'its type is not accepted'}`
      if (!(error instanceof ImageUnavailable)) throw error
      silences.set(host, error.isFinal ? 0 : silent() + 1)
      return error.message
    }
  }

  try {
    await Promise.all(Array.from({ length: atOnce }, work))
  } finally {
    if (report.stored > 0) await db.transaction((tx) => publishInvalidationOnCommit(tx, '/api/politicians/'))
  }
  return report
}

/** @throws ImageUnavailable, JobRejected */
async function storePhoto(
  db: Db,
  media: Media,
  { id, address }: { id: number; address: string },
  download: Omit<Options, 'onProgress' | 'signal'>,
): Promise<void> {
  const beforeSave = (url: string) => markUnused(db, [url])
  const { url } = await saveForeignImage(media, address, { folder: 'officials', maxWidth, beforeSave, ...download })
  await db.transaction(async (tx) => {
    // Otherwise another import was first, and this copy is swept.
    const [used] = await tx
      .update(politicians)
      .set({ photo: url })
      .where(
        and(
          eq(politicians.id, id),
          eq(politicians.profileImage, address),
          isNull(politicians.photo),
          isNull(politicians.retiredAt),
        ),
      )
      .returning({ id: politicians.id })
    if (used) await markUsed(tx, [url])
  })
}
