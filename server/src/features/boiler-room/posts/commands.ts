import { editMinutes } from '@wtpu/contract/limits'
import { captionsProblems } from '@wtpu/contract/boiler-room/post-media'
import type { Post } from '@wtpu/contract/boiler-room/posts'
import { toParagraphs, toSingleLine, type Written, writtenOf } from '@wtpu/contract/schemas'
import { and, eq, sql } from 'drizzle-orm'
import { revise } from '#writing/revise.ts'
import { invalidateContent } from '#writing/content.ts'
import { deletePosts, finishDeletion } from '#writing/delete-posts.ts'
import type { Db } from '#db/client.ts'
import { postMedia, posts } from '#db/schema/boiler-room.ts'
import { postKeywords } from '#search/words.ts'
import { replaceHashtagUses } from '#writing/hashtag-uses.ts'
import { ApiError, notFound } from '#http/errors.ts'
import { publishInvalidation } from '#live/publish.ts'
import { saveCaptions } from '#media/captions.ts'
import type { FileStore } from '#media/file-store.ts'
import { markUnused, markUsed, removeUnused } from '#media/unused-media.ts'
import { checkCaptions, invalidMedia, postFolder } from './post-media.ts'
import { hashtagsAfterEdit, validateText } from './validate.ts'
import { findPost } from './queries.ts'

interface Own {
  postId: number
  userId: number
}

interface Edit extends Own, Written {
  text: string
}

/** Replaces the text and keeps the earlier one as a revision. An edit that changes nothing leaves no trace. */
export async function editPost(db: Db, { postId, userId, text: rawText, ...written }: Edit): Promise<Post> {
  const text = toParagraphs(rawText)
  const { isChanged, hasNewHashtags } = await db.transaction(async (tx) => {
    const post = await lockEditablePost(tx, { postId, userId })
    const media = await tx.select().from(postMedia).where(eq(postMedia.postId, postId)).limit(1)
    validateText({ text, alts: [], hasMedia: media.length > 0 })
    const hashtags = text === post.text ? post.hashtags : hashtagsAfterEdit(post, text)
    const more = { hashtags, keywords: postKeywords(hashtags) }
    const edit = { id: postId, userId, markdown: false, before: post, after: { text, ...written }, more }
    const changed = await revise(tx, 'post', edit)
    const hasNew = hashtags.join('#') !== post.hashtags.join('#')
    const use = { postId, userId, createdAt: post.createdAt, before: post.hashtags }
    if (hasNew) await replaceHashtagUses(tx, use, hashtags)
    return { isChanged: changed, hasNewHashtags: hasNew }
  })
  if (isChanged) invalidateContent(db, { kind: 'post', id: postId })
  if (hasNewHashtags) publishInvalidation(db, '/api/boilerroom/trending-hashtags/')
  const edited = await findPost(db, postId, userId)
  if (!edited) throw notFound('Post')
  return edited
}

/** Replaces the descriptions of the media of a post, also when its text can no longer be edited. @throws ApiError 400 or 404 */
export async function describePost(
  db: Db,
  { postId, userId, alts: rawAlts }: { postId: number; userId: number; alts: string[] },
): Promise<Post> {
  const alts = rawAlts.map(toSingleLine)
  validateText({ text: '', alts, hasMedia: true })
  await db.transaction(async (tx) => {
    await lockOwnPost(tx, { postId, userId })
    const alt = sql`coalesce((${sql.param(alts)}::text[])[${postMedia.position} + 1], '')`
    await tx.update(postMedia).set({ alt }).where(eq(postMedia.postId, postId))
  })
  return showChanged(db, { postId, userId })
}

async function lockEditablePost(tx: Db, edit: Own) {
  const post = await lockOwnPost(tx, edit)
  if (post.isTooOld) throw new ApiError('too_late')
  return post
}

async function lockOwnPost(tx: Db, { postId, userId }: Own) {
  const [post] = await tx
    .select({
      authorId: posts.userId,
      text: posts.text,
      ...writtenOf(posts),
      hashtags: posts.hashtags,
      createdAt: posts.createdAt,
      isVisible: posts.isVisible,
      isTooOld: sql<boolean>`${posts.createdAt} < now() - make_interval(mins => ${editMinutes})`,
    })
    .from(posts)
    .where(eq(posts.id, postId))
    .for('no key update')
  if (!post?.isVisible || post.authorId !== userId) throw notFound('Post')
  return post
}

/** Replaces the captions of the video of a post, or removes them. @throws ApiError 400, 404 or 409 */
export async function setCaptions(
  { db, files }: { db: Db; files: FileStore },
  { postId, userId, captions }: { postId: number; userId: number; captions: string | null },
): Promise<Post> {
  const text = captions === null ? undefined : checkCaptions(captions)
  const beforeSave = (address: string) => markUnused(db, [address])
  const url = text === undefined ? null : await saveCaptions(files, { text, folder: postFolder, beforeSave })
  const added = url === null ? [] : [url]
  let replaced: string[] = []
  try {
    replaced = await db.transaction(async (tx) => {
      await lockEditablePost(tx, { postId, userId })
      const isVideo = and(eq(postMedia.postId, postId), eq(postMedia.kind, 'video'))
      const [video] = await tx.select({ captions: postMedia.captions }).from(postMedia).where(isVideo)
      if (!video) throw invalidMedia(captionsProblems.noVideo, 'captions')
      await tx.update(postMedia).set({ captions: url }).where(isVideo)
      await markUsed(tx, added)
      const before = video.captions === null ? [] : [video.captions]
      await markUnused(tx, before)
      return before
    })
  } catch (error) {
    await removeUnused(db, files, added)
    throw error
  }
  await removeUnused(db, files, replaced)
  return showChanged(db, { postId, userId })
}

async function showChanged(db: Db, { postId, userId }: Own): Promise<Post> {
  invalidateContent(db, { kind: 'post', id: postId })
  const changed = await findPost(db, postId, userId)
  if (!changed) throw notFound('Post')
  return changed
}

/** Deletes the viewer's own post and its files, also under review. @returns false if it was already deleted. @throws ApiError 404 */
export async function deletePost(
  { db, files }: { db: Db; files: FileStore },
  { postId, userId }: { postId: number; userId: number },
): Promise<{ deleted: boolean }> {
  const [post] = await db.select({ authorId: posts.userId }).from(posts).where(eq(posts.id, postId))
  if (post?.authorId !== userId) throw notFound('Post')
  const once = () => db.transaction((tx) => deletePosts(tx, { authorId: userId, postId }))
  const first = await once()
  // Reports may have hidden it in between.
  const deleted = first.ids.length > 0 ? first : await once()
  await finishDeletion({ db, files }, deleted)
  return { deleted: deleted.ids.length > 0 }
}
