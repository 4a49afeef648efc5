import { and, desc, eq, inArray, not, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { lockPeople } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { postMedia, posts } from '#db/schema/boiler-room.ts'
import { addHashtagUses, removeHashtagUses } from './hashtag-uses.ts'
import {
  deletion,
  type Hiding,
  isDeleted,
  isRemoved,
  isRemovedPostForGood,
  type Removal,
  restoration,
} from '#db/visibility.ts'
import { withdrawNotifications } from '#notifications/events.ts'
import { publishInvalidation } from '#live/publish.ts'
import type { FileStore } from '#media/file-store.ts'
import { markUnused, removeUnused } from '#media/unused-media.ts'
import { releaseFiles, withholdFiles } from '#media/withheld-media.ts'
import { invalidateContent } from './content.ts'
import { deleteUnderReview } from './delete-under-review.ts'

/** Posts per statement, so that no statement takes long for people with many posts. */
const batchSize = 1_000

interface Selection {
  authorId: number
  /** Without it, all of the author. */
  postId?: number
}

/**
 * Deletes posts of the author, and uncounts them and their hashtags; without a `postId` also all that is under review. Locks the
 * author, then cases, then the posts, then the hashtags.
 * @returns the posts' ids in order and the URLs of their files, for `finishDeletion`.
 */
export async function deletePosts(tx: Db, selection: Selection): Promise<{ ids: number[]; files: string[] }> {
  const { authorId, postId } = selection
  await lockPeople(tx, [authorId])
  const which = postId === undefined ? undefined : ({ kind: 'post', id: postId } as const)
  const reviewed = (await deleteUnderReview(tx, { authorId, which })).filter(({ kind }) => kind === 'post')
  const hiddenIds = reviewed.map(({ id }) => id)
  const files = await deleteMediaRows(tx, hiddenIds)
  await releaseFiles(tx, files)
  const ids = await hidePosts(tx, selection, deletion)
  for (const batch of batches(ids)) files.push(...(await deleteMediaRows(tx, batch)))
  return { ids: [...hiddenIds, ...ids].toSorted((a, b) => a - b), files }
}

async function hidePosts(tx: Db, { authorId, postId }: Selection, hiding: Hiding): Promise<number[]> {
  await lockPeople(tx, [authorId])
  const which = postId === undefined ? undefined : eq(posts.id, postId)
  const found = await tx
    .select({ id: posts.id })
    .from(posts)
    .where(and(eq(posts.userId, authorId), posts.isVisible, which))
    .orderBy(posts.id)
    .for('no key update')
  const ids = found.map(({ id }) => id)
  for (const batch of batches(ids)) {
    await tx.update(posts).set(hiding).where(inArray(posts.id, batch))
  }
  if (ids.length > 0) {
    await countPosts(tx, authorId, -ids.length)
    await removeHashtagUses(tx, ids)
    await withdrawNotifications(tx, 'post', ids)
  }
  return ids
}

const batches = (ids: number[]) =>
  Array.from({ length: Math.ceil(ids.length / batchSize) }, (_, index) =>
    ids.slice(index * batchSize, (index + 1) * batchSize),
  )

async function countPosts(tx: Db, authorId: number, step: number): Promise<void> {
  await tx
    .update(users)
    .set({ postsCount: sql`${users.postsCount} + ${step}` })
    .where(eq(users.id, authorId))
}

/** Hides a post. Its files stay until they are swept, but nobody can open them. @returns false if it was not visible */
export async function hidePost(tx: Db, id: number, hiding: Removal): Promise<boolean> {
  const [post] = await tx.select({ authorId: posts.userId }).from(posts).where(eq(posts.id, id))
  if (!post) return false
  const hidden = await hidePosts(tx, { authorId: post.authorId, postId: id }, hiding)
  if (hidden.length === 0) return false
  await withholdFiles(tx, await filesOf(tx, id))
  return true
}

/** Shows a post that was removed. @returns false if it was not, or its author has left. */
export async function restorePost(tx: Db, id: number): Promise<boolean> {
  const [found] = await tx.select({ authorId: posts.userId }).from(posts).where(eq(posts.id, id))
  if (!found) return false
  await lockPeople(tx, [found.authorId])
  const [post] = await tx
    .select({ hashtags: posts.hashtags, createdAt: posts.createdAt })
    .from(posts)
    .innerJoin(users, eq(users.id, posts.userId))
    .where(and(eq(posts.id, id), isRemoved('posts'), not(isDeleted('posts')), not(isDeleted())))
    .for('no key update', { of: posts })
  if (!post) return false
  await tx.update(posts).set(restoration).where(eq(posts.id, id))
  await releaseFiles(tx, await filesOf(tx, id))
  await countPosts(tx, found.authorId, 1)
  await addHashtagUses(tx, { postId: id, userId: found.authorId, createdAt: post.createdAt }, post.hashtags)
  return true
}

async function filesOf(tx: Db, postId: number): Promise<string[]> {
  const media = await tx.select().from(postMedia).where(eq(postMedia.postId, postId))
  return media.flatMap(urlsOf)
}

const urlsOf = ({ file, poster, captions }: { file: string; poster: string | null; captions: string | null }) =>
  [file, poster, captions].filter((url) => url !== null)

/** Deletes the files of posts that were removed longer ago than anyone can appeal, and of those whose author has left. */
export async function sweepRemovedPosts({ db, files }: { db: Db; files: FileStore }): Promise<void> {
  const swept = await db.transaction(async (tx) => {
    const old = await tx
      .select({ id: posts.id })
      .from(posts)
      .where(isRemovedPostForGood)
      .orderBy(posts.id)
      .limit(maxSwept)
      .for('no key update', { skipLocked: true })
    const urls = await deleteMediaRows(
      tx,
      old.map(({ id }) => id),
    )
    await releaseFiles(tx, urls)
    return urls
  })
  await removeUnused(db, files, swept)
}

async function deleteMediaRows(tx: Db, postIds: number[]): Promise<string[]> {
  const media = await tx
    .delete(postMedia)
    .where(inArray(postMedia.postId, postIds))
    .returning({ file: postMedia.file, poster: postMedia.poster, captions: postMedia.captions })
  const files = media.flatMap(urlsOf)
  // If the server stops before `finishDeletion`, the files are swept.
  await markUnused(tx, files)
  return files
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
/** Posts of one sweep. */
const maxSwept = 500

export function invalidatePosts(db: Db, ids: number[]): void {
  if (ids.length === 0) return
  publishInvalidation(db, '/api/boilerroom/latest-posts/')
  publishInvalidation(db, '/api/boilerroom/trending-hashtags/')
  for (const id of ids) invalidateContent(db, { kind: 'post', id })
}
