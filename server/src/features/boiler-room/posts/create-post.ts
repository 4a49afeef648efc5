import type { Post } from '@wtpu/contract/boiler-room/posts'
import { toParagraphs, toSingleLine, type Written, writtenOf } from '@wtpu/contract/schemas'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isActiveAccount } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { postMedia, posts } from '#db/schema/boiler-room.ts'
import type { Writer } from '#http/auth.ts'
import { notFound } from '#http/errors.ts'
import { countAttempt, refundAttempt } from '#http/limits/attempts.ts'
import { accountLimits } from '#http/limits/rate-limit.ts'
import { publishInvalidation } from '#live/publish.ts'
import type { Media } from '#media/images.ts'
import { markUsed, removeUnused } from '#media/unused-media.ts'
import { postKeywords } from '#search/words.ts'
import { addHashtagUses } from '#writing/hashtag-uses.ts'
import { type Inserted, publish } from '#writing/publish.ts'
import { checkMedia, type NewMedia, saveMedia, type StoredMedia } from './post-media.ts'
import { findPost } from './queries.ts'
import { chooseHashtags, validateText } from './validate.ts'

interface NewPost extends Writer, Written {
  idempotency_key?: string
  text?: string
  hashtag_list?: string[]
  media_alt?: string[]
  /** Paths of uploaded files. */
  files: string[]
  poster?: string
  captions?: string
}

/** Validates everything, then stores the files, then the post. A post that fails leaves no file and counts for no limit. */
export async function createPost(db: Db, media: Media, input: NewPost): Promise<Post> {
  const { userId, confirmedOnly } = input
  const text = toParagraphs(input.text ?? '')
  const alts = (input.media_alt ?? []).map(toSingleLine)
  validateText({ text, alts, hasMedia: input.files.length > 0 })
  const hashtags = chooseHashtags(text, input.hashtag_list ?? [])
  const newMedia = await checkMedia({ files: input.files, poster: input.poster, captions: input.captions, alts })
  const counted: string[] = []
  const stored: string[] = []
  let rows: StoredMedia[] = []
  const id = await publish(db, 'post', {
    writer: { userId, confirmedOnly },
    key: input.idempotency_key,
    text,
    markdown: false,
    prepare: async () => {
      await countDaily(db, userId, newMedia, counted)
      rows = await saveMedia(db, media, newMedia, stored)
    },
    undo: async () => {
      await removeUnused(db, media.files, stored)
      for (const key of counted) await refundAttempt(db, key)
    },
    insert: (tx) => insertPost(tx, input, { text, hashtags, media: rows, stored }),
  })
  publishInvalidation(db, '/api/boilerroom/latest-posts/')
  if (hashtags.length > 0) publishInvalidation(db, '/api/boilerroom/trending-hashtags/')
  const post = await findPost(db, id, userId)
  if (!post) throw notFound('Post')
  return post
}

async function insertPost(
  tx: Db,
  { userId, idempotency_key: idempotencyKey, ...input }: NewPost,
  { text, hashtags, media, stored }: { text: string; hashtags: string[]; media: StoredMedia[]; stored: string[] },
): Promise<Inserted> {
  const [inserted] = await tx
    .insert(posts)
    .values({ userId, idempotencyKey, text, ...writtenOf(input), hashtags, keywords: postKeywords(hashtags) })
    .returning({ id: posts.id, createdAt: posts.createdAt })
  if (!inserted) throw new Error('the post was not stored')
  if (media.length > 0) {
    await tx.insert(postMedia).values(media.map((medium) => ({ ...medium, postId: inserted.id })))
    await markUsed(tx, stored)
  }
  await tx
    .update(users)
    .set({ postsCount: sql`${users.postsCount} + 1` })
    .where(isActiveAccount(userId))
  await addHashtagUses(tx, { postId: inserted.id, userId, createdAt: inserted.createdAt }, hashtags)
  return { id: inserted.id }
}

/** Counts the post and its video before anything is stored, and adds to `counted` what was counted. */
async function countDaily(db: Db, userId: number, media: NewMedia[], counted: string[]): Promise<void> {
  const isVideo = media.some(({ kind }) => kind === 'video')
  for (const [key, limit] of [
    [`post ${userId}`, accountLimits.posts] as const,
    ...(isVideo ? [[`video ${userId}`, accountLimits.videos] as const] : []),
  ]) {
    await countAttempt(db, key, limit)
    counted.push(key)
  }
}
