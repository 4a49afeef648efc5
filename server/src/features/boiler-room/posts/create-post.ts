import type { Post } from '@wtpu/contract/boiler-room/posts'
import { toParagraphs, toSingleLine } from '@wtpu/contract/schemas'
import { and, sql } from 'drizzle-orm'
import { type Db, sqlStateOf } from '#db/client.ts'
import { isActiveAccount } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { postMedia, posts } from '#db/schema/boiler-room.ts'
import { removal } from '#db/visibility.ts'
import { postKeywords } from '#search/words.ts'
import { assertMayMention } from '#community/blocks.ts'
import { hidePost } from '#community/delete-posts.ts'
import { heldReason, holdRepeated, limitNewcomer } from '#community/floods.ts'
import { addHashtagUses } from '#community/hashtag-uses.ts'
import { mayParticipate, participationError } from '#http/auth.ts'
import { ApiError, notFound } from '#http/errors.ts'
import { notifyOfText } from '#notifications/events.ts'
import { countAttempt, refundAttempt } from '#http/limits/attempts.ts'
import { accountLimits } from '#http/limits/rate-limit.ts'
import { publishInvalidation } from '#live/publish.ts'
import type { Media } from '#media/images.ts'
import { markUsed, removeUnused } from '#media/unused-media.ts'
import { chooseHashtags, validateText } from './validate.ts'
import { checkMedia, type NewMedia, saveMedia, type StoredMedia } from './post-media.ts'
import { findCreated } from '#community/idempotency.ts'
import { findPost } from './queries.ts'

interface NewPost {
  userId: number
  confirmedOnly: boolean
  idempotency_key?: string
  text?: string
  lang?: string | null
  hashtag_list?: string[]
  media_alt?: string[]
  /** Paths of uploaded files. */
  files: string[]
  poster?: string
  captions?: string
}

/** Validates everything, then stores the files, then the post. A post that fails leaves no file. */
export async function createPost(db: Db, media: Media, input: NewPost): Promise<Post> {
  const text = toParagraphs(input.text ?? '')
  const alts = (input.media_alt ?? []).map(toSingleLine)
  validateText({ text, alts, hasMedia: input.files.length > 0 })
  const hashtags = chooseHashtags(text, input.hashtag_list ?? [])
  const newMedia = await checkMedia({ files: input.files, poster: input.poster, captions: input.captions, alts })
  await assertMayPost(db, input)
  const id =
    (await findCreated(db, 'post', repeatedBy(input))) ??
    (await storePost(db, media, input, { text, hashtags, newMedia }))
  const post = await findPost(db, id, input.userId)
  if (!post) throw notFound('Post')
  return post
}

const repeatedBy = ({ userId, idempotency_key: key }: NewPost) => ({ userId, key })

async function storePost(
  db: Db,
  media: Media,
  input: NewPost,
  { text, hashtags, newMedia }: { text: string; hashtags: string[]; newMedia: NewMedia[] },
): Promise<number> {
  const { id, held } = await withinDailyLimits(db, input.userId, newMedia, async () => {
    const stored: string[] = []
    try {
      const rows = await saveMedia(db, media, newMedia, stored)
      return await insertPost(db, input, { text, hashtags, media: rows, stored })
    } catch (error) {
      await removeUnused(db, media.files, stored)
      // Both requests with this key ran at the same time, and the other one was first.
      const repeated = sqlStateOf(error) === '23505' ? await findCreated(db, 'post', repeatedBy(input)) : undefined
      if (repeated === undefined) throw error
      return { id: repeated, held: false }
    }
  })
  if (held) throw new ApiError('held_for_review')
  publishInvalidation(db, '/api/boilerroom/latest-posts/')
  if (hashtags.length > 0) publishInvalidation(db, '/api/boilerroom/trending-hashtags/')
  return id
}

/** Locks the author until the end of a transaction. @throws ApiError if the account may not post. */
async function assertMayPost(db: Db, { userId, confirmedOnly }: Pick<NewPost, 'userId' | 'confirmedOnly'>) {
  const [author] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(isActiveAccount(userId), mayParticipate(confirmedOnly)))
    .for('no key update')
  if (!author) throw await participationError(db, userId)
}

async function insertPost(
  db: Db,
  input: NewPost,
  post: { text: string; hashtags: string[]; media: StoredMedia[]; stored: string[] },
): Promise<{ id: number; held: boolean }> {
  return db.transaction(async (tx) => {
    await assertMayPost(tx, input)
    const [inserted] = await tx
      .insert(posts)
      .values({
        userId: input.userId,
        idempotencyKey: input.idempotency_key,
        text: post.text,
        lang: input.lang,
        hashtags: post.hashtags,
        keywords: postKeywords(post.hashtags),
      })
      .returning({ id: posts.id, createdAt: posts.createdAt })
    if (!inserted) throw new Error('the post was not stored')
    if (post.media.length > 0) {
      await tx.insert(postMedia).values(post.media.map((medium) => ({ ...medium, postId: inserted.id })))
      await markUsed(tx, post.stored)
    }
    await tx
      .update(users)
      .set({ postsCount: sql`${users.postsCount} + 1` })
      .where(isActiveAccount(input.userId))
    await addHashtagUses(
      tx,
      { postId: inserted.id, userId: input.userId, createdAt: inserted.createdAt },
      post.hashtags,
    )
    const written = { kind: 'post', id: inserted.id, userId: input.userId, text: post.text, markdown: false } as const
    await limitNewcomer(tx, written)
    await assertMayMention(tx, written)
    const held = await holdRepeated(tx, written)
    if (held) await hidePost(tx, inserted.id, removal(heldReason))
    else await notifyOfText(tx, written)
    return { id: inserted.id, held }
  })
}

/** Counts the post and its video before `work` stores anything. If `work` fails, neither counts. */
async function withinDailyLimits<T>(db: Db, userId: number, media: NewMedia[], work: () => Promise<T>): Promise<T> {
  const counted: string[] = []
  try {
    await countAttempt(db, `post ${userId}`, accountLimits.posts)
    counted.push(`post ${userId}`)
    if (media.some(({ kind }) => kind === 'video')) {
      await countAttempt(db, `video ${userId}`, accountLimits.videos)
      counted.push(`video ${userId}`)
    }
    return await work()
  } catch (error) {
    for (const key of counted) await refundAttempt(db, key)
    throw error
  }
}
