import { inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comments } from '#db/schema/community.ts'
import { discussionVisits } from '#db/schema/forums.ts'
import { seededRandom } from '#demo/random.ts'
import { hoursBefore, type ForumContext, type InsertedDiscussion } from './context.ts'

/** User ids of those who read each discussion, without its author and the demo account. */
export type Visitors = Map<number, number[]>

/** Each visit counts as one view. People who comment visit too. */
export async function insertVisits(
  tx: Db,
  inserted: InsertedDiscussion[],
  { demo, people, now }: ForumContext,
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
