import { and, inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comments, reactions } from '#db/schema/community.ts'
import { discussionVisits } from '#db/schema/forums.ts'
import { day, type DemoContext, hoursBefore, type InsertedDiscussion } from './context.ts'
import { type Random, seededRandom } from './random.ts'

const longestDelay = 3 * day

/** User ids of those who read each discussion, without its author and the demo account. */
type Visitors = Map<number, number[]>

/** Each visit counts as one view. People who comment visit too. */
export async function insertVisits(
  tx: Db,
  inserted: InsertedDiscussion[],
  { demo, people, now }: DemoContext,
): Promise<Visitors> {
  const random = seededRandom(9)
  const commenters = await findCommenters(tx, inserted)
  const visitors: Visitors = new Map()
  const rows = inserted.flatMap(({ id, sample, author, createdAt }) => {
    const readers = random.sample(people, sample.views).map((user) => user.id)
    const all = [...new Set([...(commenters.get(id) ?? []), ...readers])].filter((userId) => userId !== author.id)
    const ids = all.slice(0, sample.views)
    visitors.set(id, ids)
    const age = now.getTime() - createdAt.getTime()
    const visits = ids.map((userId) => {
      const countedAt = new Date(createdAt.getTime() + Math.floor(age * random.next() ** 2))
      return { discussionId: id, userId, countedAt, visitedAt: countedAt }
    })
    if (sample.demoVisitHoursAgo === undefined) return visits
    const visitedAt = hoursBefore(now, sample.demoVisitHoursAgo)
    return [...visits, { discussionId: id, userId: demo.id, countedAt: visitedAt, visitedAt }]
  })
  await tx.insert(discussionVisits).values(rows)
  return visitors
}

async function findCommenters(tx: Db, inserted: InsertedDiscussion[]): Promise<Map<number, number[]>> {
  const ids = inserted.map(({ id }) => id)
  const found = await tx
    .select({
      id: sql<number>`${comments.discussionId}`,
      userIds: sql<number[]>`array_agg(distinct ${comments.userId})`,
    })
    .from(comments)
    .where(inArray(comments.discussionId, ids))
    .groupBy(comments.discussionId)
  return new Map(found.map(({ id, userIds }) => [id, userIds]))
}

/** People like and dislike what they visit, but not what they wrote. */
export async function insertForumReactions(
  tx: Db,
  { inserted, visitors }: { inserted: InsertedDiscussion[]; visitors: Visitors },
  { now }: DemoContext,
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
