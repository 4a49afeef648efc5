import { hashtagsOf } from '@wtpu/contract/boiler-room/hashtags'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { postMedia, posts } from '#db/schema/boiler-room.ts'
import { postKeywords } from '#search/words.ts'
import { addHashtagUses } from '#writing/hashtag-uses.ts'
import { nextNumber, requireRow } from './make-row.ts'

export interface NewPost {
  author: { id: number }
  /** The hashtags in the text are counted. */
  text?: string
  media?: { file: string; kind?: 'image' | 'video'; poster?: string; captions?: string }[]
  created_at?: Date
}

/** Inserts a post and updates the counters like `createPost`, but allows any time. */
export function makePost(db: Db, { author, text = `Post ${nextNumber()}`, media = [], created_at }: NewPost) {
  return db.transaction(async (tx) => {
    const [user] = await tx
      .update(users)
      .set({ postsCount: sql`${users.postsCount} + 1` })
      .where(eq(users.id, author.id))
      .returning({ id: users.id })
    requireRow(user, 'the author')
    const hashtags = hashtagsOf(text)
    const [post] = await tx
      .insert(posts)
      .values({ userId: author.id, text, hashtags, keywords: postKeywords(hashtags), createdAt: created_at })
      .returning({ id: posts.id, text: posts.text, createdAt: posts.createdAt })
    const { id: postId, createdAt } = requireRow(post)
    for (const [position, { kind = 'image', ...medium }] of media.entries()) {
      await tx.insert(postMedia).values({ ...medium, postId, position, kind, width: 0, height: 0 })
    }
    await addHashtagUses(tx, { postId, userId: author.id, createdAt }, hashtags)
    return { id: postId, text }
  })
}
