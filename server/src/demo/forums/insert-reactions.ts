import { and, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comments, reactions } from '#db/schema/community.ts'
import { discussionVisits } from '#db/schema/forums.ts'
import { seededRandom, type Random } from '#demo/random.ts'
import type { ForumContext, InsertedDiscussion } from './context.ts'
import type { Visitors } from './insert-visits.ts'

const longestDelay = 3 * 24 * 60 * 60_000

/** People like and dislike what they visit, but not what they wrote. */
export async function insertForumReactions(
  tx: Db,
  { inserted, visitors }: { inserted: InsertedDiscussion[]; visitors: Visitors },
  { now }: ForumContext,
): Promise<void> {
  const random = seededRandom(10)
  const ofDiscussions = inserted.flatMap(({ id, sample, createdAt }) =>
    random
      .sample(visitors.get(id) ?? [], sample.likes)
      .map((userId) => ({ discussionId: id, userId, value: 1, createdAt: timeAfter(createdAt, now, random) })),
  )
  const shown = await findVisibleComments(tx, inserted)
  const ofComments = shown.flatMap(({ id, discussionId, userId: author, createdAt }) => {
    const readers = (visitors.get(discussionId ?? 0) ?? []).filter((userId) => userId !== author)
    const count = Math.floor((3 + readers.length / 6) * random.next() ** 2)
    const dislikes = Math.floor(5 * random.next() ** 3)
    return random.sample(readers, count + dislikes).map((userId, index) => ({
      commentId: id,
      userId,
      value: index < count ? 1 : -1,
      createdAt: timeAfter(createdAt, now, random),
    }))
  })
  await tx.insert(reactions).values(ofDiscussions)
  await tx.insert(reactions).values(ofComments)
  await extendVisits(
    tx,
    inserted.map(({ id }) => id),
  )
}

function findVisibleComments(tx: Db, inserted: InsertedDiscussion[]) {
  const { id, discussionId, userId, createdAt, isVisible } = comments
  const ids = inserted.map((row) => row.id)
  return tx
    .select({ id, discussionId, userId, createdAt })
    .from(comments)
    .where(and(inArray(discussionId, ids), isVisible))
    .orderBy(id)
}

/** A visit lasts at least until the last comment and reaction of its user. */
async function extendVisits(tx: Db, discussionIds: number[]): Promise<void> {
  const ids = sql.param(discussionIds)
  await tx.execute(sql`
    update ${discussionVisits} v set visited_at = greatest(v.visited_at, done.at)
    from (
      select discussion_id, user_id, max(at) as at from (
        select discussion_id, user_id, created_at as at from ${comments}
        union all select discussion_id, user_id, created_at from ${reactions}
        union all select c.discussion_id, r.user_id, r.created_at from ${reactions} r
          join ${comments} c on c.id = r.comment_id
      ) as activity where discussion_id = any(${ids}::int[]) group by 1, 2
    ) as done
    where v.discussion_id = done.discussion_id and v.user_id = done.user_id`)
}

function timeAfter(start: Date, now: Date, random: Random): Date {
  const length = Math.min(now.getTime() - start.getTime(), longestDelay)
  return new Date(start.getTime() + Math.floor(length * random.next() ** 2))
}
