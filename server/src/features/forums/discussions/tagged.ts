import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { discussions, discussionTags, tags } from '#db/schema/forums.ts'

/** Up to this number, the discussions of a tag are read and sorted. Those of popular tags appear early in the list's order. */
const sortedAtMost = 2_000
/** How many of a popular tag's newest discussions are read to estimate how common it is in a category. */
const sampled = 200

export interface ListTag {
  id: number
  discussionCount: number
}

/** A tag, or the one that it was merged into. */
export async function findTag(db: Db, id: number): Promise<ListTag | undefined> {
  const currentId = sql`(select coalesce(named.merged_into, named.id) from ${tags} named where named.id = ${id})`
  const [tag] = await db
    .select({ id: tags.id, discussionCount: tags.discussionCount })
    .from(tags)
    .where(and(isNull(tags.mergedInto), eq(tags.id, currentId)))
  return tag
}

/** Condition on `d`. A scalar subquery, which PostgreSQL cannot turn into a join: it walks the index of the list's order. */
export function hasTag(tagId: number): SQL {
  return sql`(select true from ${discussionTags} used where used.tag_id = ${tagId} and used.discussion_id = d.id)`
}

/** The ids of a tag's discussions, if they are few enough to be sorted. */
export async function selectFewTagged(db: Db, { id, discussionCount }: ListTag, categoryId: number | undefined) {
  if (discussionCount <= sortedAtMost) return selectTagged(id)
  if (categoryId === undefined || !(await isRareInCategory(db, id, categoryId))) return undefined
  return selectTagged(id, categoryId)
}

/** The ids of a tag's discussions. With a category, two indexes are joined, and no rows are read. */
export function selectTagged(tagId: number, categoryId?: number): SQL {
  if (categoryId === undefined) return sql`select discussion_id as id from ${discussionTags} where tag_id = ${tagId}`
  return sql`select one.id from ${discussionTags} used join ${discussions} one on one.id = used.discussion_id
    where used.tag_id = ${tagId} and one.category_id = ${categoryId} and one.is_visible`
}

/** Whether less than a tenth of the tag's newest discussions are in this category, so that a long walk of the order would be needed. */
async function isRareInCategory(db: Db, tagId: number, categoryId: number): Promise<boolean> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (select discussion_id from ${discussionTags} where tag_id = ${tagId}
      order by discussion_id desc limit ${sampled}) newest
    join ${discussions} d on d.id = newest.discussion_id and d.category_id = ${categoryId}`)
  return (rows[0]?.count ?? 0) < sampled / 10
}
