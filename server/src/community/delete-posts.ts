import { and, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { lockPeople } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { postMedia, posts } from '#db/schema/boiler-room.ts'
import { removeHashtagUses } from './hashtag-uses.ts'
import { type Decision, recordModeration } from './moderation.ts'
import { deletion, type Hiding, removal } from '#db/visibility.ts'
import { publishInvalidation } from '#live/invalidations.ts'
import type { FileStore } from '#media/file-store.ts'
import { markUnused, removeUnused } from '#media/unused-media.ts'
import { invalidateContent } from './content.ts'

/** Posts per statement, so that no statement takes long for people with many posts. */
const batchSize = 1_000

interface Selection {
  authorId: number
  /** Which of the author's posts; without it, all. */
  which?: SQL
  /** By default, the author deletes them. */
  hiding?: Hiding
}

/**
 * Hides posts, and uncounts them and their hashtags. Locks the author, then the posts, then the hashtags.
 * @returns the posts' ids in order and the URLs of their files, for `finishDeletion`.
 */
export async function deletePosts(
  tx: Db,
  { authorId, which, hiding = deletion }: Selection,
): Promise<{ ids: number[]; files: string[] }> {
  await lockPeople(tx, [authorId])
  const found = await tx
    .select({ id: posts.id })
    .from(posts)
    .where(and(eq(posts.userId, authorId), posts.isVisible, which))
    .orderBy(posts.id)
    .for('no key update')
  const ids = found.map(({ id }) => id)
  const files: string[] = []
  for (let start = 0; start < ids.length; start += batchSize) {
    const batch = ids.slice(start, start + batchSize)
    // The keywords contain the author's name.
    await tx
      .update(posts)
      .set({ ...hiding, keywords: '' })
      .where(inArray(posts.id, batch))
    files.push(...(await deleteMediaRows(tx, batch)))
  }
  if (ids.length > 0) {
    await tx
      .update(users)
      .set({ postsCount: sql`${users.postsCount} - ${ids.length}` })
      .where(eq(users.id, authorId))
    await removeHashtagUses(tx, ids)
  }
  return { ids, files }
}

async function deleteMediaRows(tx: Db, postIds: number[]): Promise<string[]> {
  const media = await tx
    .delete(postMedia)
    .where(inArray(postMedia.postId, postIds))
    .returning({ file: postMedia.file, poster: postMedia.poster })
  const files = media.flatMap(({ file, poster }) => (poster === null ? [file] : [file, poster]))
  // If the server stops before `finishDeletion`, the files are swept.
  await markUnused(tx, files)
  return files
}

/** For staff. Keeps the row, but not its files. @throws Error with a message for the terminal if no such post is visible. */
export async function removePost(
  { db, files }: { db: Db; files: FileStore },
  postId: number,
  decision: Decision,
): Promise<void> {
  const removed = await db.transaction(async (tx) => {
    const [post] = await tx.select({ authorId: posts.userId }).from(posts).where(eq(posts.id, postId))
    const hiding = removal(decision.reason)
    const found = post && (await deletePosts(tx, { authorId: post.authorId, which: eq(posts.id, postId), hiding }))
    if (!found?.ids.length) throw new Error(`There is no post with the number ${postId}, or it is already removed.`)
    await recordModeration(tx, { action: 'remove', subjectKind: 'post', subjectId: postId }, decision)
    return found
  })
  await finishDeletion({ db, files }, removed)
}

/** Files that a request removes. The sweep of unused media removes the rest. */
const maxRemovedNow = 500

/** Call it after the commit: removes the files and publishes the invalidations. */
export async function finishDeletion(
  { db, files }: { db: Db; files: FileStore },
  deleted: { ids: number[]; files: string[] },
): Promise<void> {
  invalidatePosts(db, deleted.ids.slice(-maxInvalidated))
  await removeUnused(db, files, deleted.files.slice(0, maxRemovedNow))
}

/** Call it after an account was blocked or unblocked, which hides or shows its posts. */
export async function invalidatePostsOf(db: Db, userId: number): Promise<void> {
  const newest = await db
    .select({ id: posts.id })
    .from(posts)
    .where(and(eq(posts.userId, userId), posts.isVisible))
    .orderBy(desc(posts.id))
    .limit(maxInvalidated)
  invalidatePosts(
    db,
    newest.map(({ id }) => id),
  )
}

/** Only the newest posts are on many screens. */
const maxInvalidated = 100

function invalidatePosts(db: Db, ids: number[]): void {
  if (ids.length === 0) return
  publishInvalidation(db, '/api/boilerroom/latest-posts/')
  publishInvalidation(db, '/api/boilerroom/trending-hashtags/')
  for (const id of ids) invalidateContent(db, { kind: 'post', id })
}
