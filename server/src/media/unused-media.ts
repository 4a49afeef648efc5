import { eq, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { unusedMedia } from '#db/schema/media.ts'
import { removeDocument } from './documents.ts'
import type { FileStore } from './file-store.ts'
import { removeImage } from './images.ts'
import { removeVideo } from './videos.ts'

const maxSwept = 500

/** Marks files as unused: before they are stored, or in the transaction that deletes their content. */
export async function markUnused(db: Db, files: string[]): Promise<void> {
  if (files.length === 0) return
  await db
    .insert(unusedMedia)
    .values(files.map((file) => ({ file })))
    .onConflictDoNothing()
}

/** Marks the files of kits, whose other entries are links, in the transaction that deletes them. @returns their URLs */
export async function markDocumentsUnused(tx: Db, papers: readonly { kit: { url: string }[] }[]): Promise<string[]> {
  const documents = papers.flatMap(({ kit }) => kit.flatMap(({ url }) => (url.startsWith('/media/') ? url : [])))
  await markUnused(tx, documents)
  return documents
}

/**
 * Call it in the transaction that stores the content which uses these files.
 * @throws Error if a file was swept in the meantime.
 */
export async function markUsed(tx: Db, files: string[]): Promise<void> {
  if (files.length === 0) return
  const found = await tx.delete(unusedMedia).where(inArray(unusedMedia.file, files)).returning()
  if (found.length < files.length) throw new Error('an uploaded file was removed before its content was stored')
}

/**
 * Removes those of the files that are marked as unused. Call it after the commit. Files that an unfinished transaction is
 * marking as used are left to the sweep, because the connection may be lost before the outcome of a commit is known.
 */
export async function removeUnused(db: Db, store: FileStore, files: string[]): Promise<void> {
  if (files.length === 0) return
  const unused = await db
    .select({ file: unusedMedia.file })
    .from(unusedMedia)
    .where(inArray(unusedMedia.file, files))
    .for('update', { skipLocked: true })
  for (const { file } of unused) {
    await removeImage(store, file)
    await removeVideo(store, file)
    await removeDocument(store, file)
    await db.delete(unusedMedia).where(eq(unusedMedia.file, file))
  }
}

/** Removes files that have been unused for a day. Several servers may sweep at once: locked rows are skipped. */
export async function sweepUnusedMedia(db: Db, store: FileStore): Promise<void> {
  await db.transaction(async (tx) => {
    const old = await tx
      .select({ file: unusedMedia.file })
      .from(unusedMedia)
      .where(sql`${unusedMedia.createdAt} < now() - interval '1 day'`)
      .orderBy(unusedMedia.createdAt)
      .limit(maxSwept)
      .for('update', { skipLocked: true })
    await removeUnused(
      tx,
      store,
      old.map(({ file }) => file),
    )
  })
}
