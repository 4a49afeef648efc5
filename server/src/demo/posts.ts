import { hashtagsOf } from '@wtpu/contract/boiler-room/hashtags'
import type { Db } from '#db/client.ts'
import { postMedia, posts } from '#db/schema/boiler-room.ts'
import { comments, reactions } from '#db/schema/community.ts'
import { markUsed } from '#media/unused-media.ts'
import { postKeywords } from '#search/words.ts'
import { addHashtagUses } from '#writing/hashtag-uses.ts'
import type { SamplePost } from './content.ts'
import { type DemoContext, findPerson, hour, hoursBefore, type SampleUser } from './context.ts'
import { type DrawingSettings, saveDrawings } from './drawings.ts'
import { insertFollows } from './follows.ts'
import { seededRandom } from './random.ts'

/** A discussion lasts at most this long. */
const discussionHours = 30

type FeedContext = DemoContext & DrawingSettings

/** A post with its author, in the order of insertion: oldest first, because lists sort by id. */
interface Draft {
  post: SamplePost
  author: SampleUser
  createdAt: Date
}

/** Inserts the posts of the Boiler Room with images, comments, likes, hashtags and follows. */
export async function insertFeed(tx: Db, context: FeedContext): Promise<void> {
  const { content, people, now } = context
  const drafts = content.posts
    .toSorted((a, b) => b.hoursAgo - a.hoursAgo)
    .map((post) => ({ post, author: findPerson(people, post.by), createdAt: hoursBefore(now, post.hoursAgo) }))
  const ids = await insertPosts(tx, drafts)
  await insertImages(tx, drafts, ids, context)
  const commentIds = await insertComments(tx, drafts, ids, context)
  await insertLikes(tx, drafts, { ids, commentIds }, context)
  await insertFollows(tx, context)
  for (const [index, { post, author, createdAt }] of drafts.entries()) {
    await addHashtagUses(tx, { postId: ids[index] ?? 0, userId: author.id, createdAt }, hashtagsOf(post.text))
  }
}

async function insertPosts(tx: Db, drafts: Draft[]): Promise<number[]> {
  const rows = await tx
    .insert(posts)
    .values(
      drafts.map(({ post: { text }, author, createdAt }) => {
        const hashtags = hashtagsOf(text)
        return { userId: author.id, text, hashtags, keywords: postKeywords(hashtags), createdAt }
      }),
    )
    .returning({ id: posts.id })
  return rows.map(({ id }) => id)
}

/** A post whose image cannot be stored has none. */
async function insertImages(tx: Db, drafts: Draft[], ids: number[], context: FeedContext): Promise<void> {
  const illustrated = drafts.flatMap(({ post: { image } }, index) =>
    image ? [{ image, postId: ids[index] ?? 0 }] : [],
  )
  const drawings = illustrated.map(({ image }) => context.content.drawings.get(image.drawing) ?? '')
  const saved = await saveDrawings(drawings, 'posts', context)
  const media = saved.flatMap((drawing, index) => {
    const of = illustrated[index]
    if (!drawing || !of) return []
    const { url: file, width, height } = drawing
    return [{ postId: of.postId, position: 0, kind: 'image' as const, file, width, height, alt: of.image.alt }]
  })
  if (media.length === 0) return
  await tx.insert(postMedia).values(media)
  const files = media.map(({ file }) => file)
  await markUsed(tx, files)
}

interface InsertedComment {
  id: number
  createdAt: Date
}

async function insertComments(
  tx: Db,
  drafts: Draft[],
  ids: number[],
  { people, now }: FeedContext,
): Promise<InsertedComment[]> {
  const random = seededRandom(6)
  const rows = drafts.flatMap(({ post, createdAt }, index) => {
    const written = post.comments ?? []
    const length = Math.min(now.getTime() - createdAt.getTime(), discussionHours * hour)
    const times = written
      .map(() => createdAt.getTime() + length * (0.04 + 0.9 * random.next() ** 2))
      .toSorted((a, b) => a - b)
    return written.map(({ by, text }, position) => ({
      postId: ids[index] ?? 0,
      userId: findPerson(people, by).id,
      text,
      createdAt: new Date(times[position] ?? 0),
    }))
  })
  return tx
    .insert(comments)
    .values(rows.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime()))
    .returning({ id: comments.id, createdAt: comments.createdAt })
}

/** People do not like their own posts. */
async function insertLikes(
  tx: Db,
  drafts: Draft[],
  { ids, commentIds }: { ids: number[]; commentIds: InsertedComment[] },
  { people, now }: FeedContext,
): Promise<void> {
  const random = seededRandom(7)
  const timeAfter = (start: Date) => {
    const length = Math.min(now.getTime() - start.getTime(), 3 * 24 * hour)
    return new Date(start.getTime() + length * random.next() ** 2)
  }
  const ofPosts = drafts.flatMap(({ post, author, createdAt }, index) =>
    random
      .sample(people, post.likes + 1)
      .filter(({ id }) => id !== author.id)
      .slice(0, post.likes)
      .map(({ id }) => ({ postId: ids[index] ?? 0, userId: id, value: 1, createdAt: timeAfter(createdAt) })),
  )
  const ofComments = commentIds.flatMap(({ id, createdAt }) =>
    random
      .sample(people, Math.floor(9 * random.next() ** 2))
      .map((user) => ({ commentId: id, userId: user.id, value: 1, createdAt: timeAfter(createdAt) })),
  )
  await tx.insert(reactions).values([...ofPosts, ...ofComments])
}
