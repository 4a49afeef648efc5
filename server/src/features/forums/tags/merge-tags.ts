import type { Tag } from '@wtpu/contract/forums/tags'
import { eq, sql } from 'drizzle-orm'
import { requireModerator } from '#community/moderators.ts'
import type { Db } from '#db/client.ts'
import { discussionTags, tags } from '#db/schema/forums.ts'
import { recordModeration } from '#community/moderation.ts'
import { lockForMerge } from '#community/tag-uses.ts'
import { invalidInput, notFound } from '#http/errors.ts'
import { publishInvalidation } from '#live/invalidations.ts'

interface Merge {
  tagId: number
  into: number
  moderatorId: number
}

/**
 * For moderators: moves all discussions of a tag to another one. Merging a tag again into the same one changes nothing.
 * @throws ApiError 403, 404 or 400
 */
export async function mergeTags(db: Db, { tagId, into, moderatorId }: Merge): Promise<Tag> {
  if (tagId === into) throw invalidInput({ into: ['A tag cannot be merged into itself.'] })
  const target = await db.transaction(async (tx) => {
    const decision = await requireModerator(tx, moderatorId)
    await lockForMerge(tx)
    const [source, other] = [await findTag(tx, tagId), await findTag(tx, into)]
    if (!source || !other) throw notFound('Tag')
    if (other.id === tagId) throw invalidInput({ into: ['A tag cannot be merged into itself.'] })
    if (source.id === other.id) return other
    // It was merged into a third tag.
    if (source.id !== tagId) throw notFound('Tag')
    await moveDiscussions(tx, source.id, other.id)
    const action = { action: 'merge', subjectKind: 'tag', subjectId: source.id } as const
    await recordModeration(tx, action, { ...decision, reason: other.name })
    return other
  })
  publishInvalidation(db, '/api/forums/tags/')
  return { id: target.id, name: target.name }
}

/** A tag, or the one that it was merged into. */
async function findTag(tx: Db, id: number): Promise<Tag | undefined> {
  const { rows } = await tx.execute<Tag & Record<string, unknown>>(sql`
    select shown.id, shown.name from ${tags} named join ${tags} shown on shown.id = coalesce(named.merged_into, named.id)
    where named.id = ${id}`)
  return rows[0]
}

/** Discussions with both tags lose the merged one. Tags that were merged into it earlier lead to the new one as well. */
async function moveDiscussions(tx: Db, from: number, to: number): Promise<void> {
  await tx.execute(sql`select id from ${tags} where id in (${from}, ${to}) order by id for no key update`)
  await tx.execute(sql`
    delete from ${discussionTags} merged using ${discussionTags} kept
    where merged.tag_id = ${from} and kept.tag_id = ${to} and kept.discussion_id = merged.discussion_id`)
  const moved = await tx.update(discussionTags).set({ tagId: to }).where(eq(discussionTags.tagId, from))
  await tx.update(tags).set({ discussionCount: 0, mergedInto: to }).where(eq(tags.id, from))
  await tx.update(tags).set({ mergedInto: to }).where(eq(tags.mergedInto, from))
  await tx
    .update(tags)
    .set({ discussionCount: sql`${tags.discussionCount} + ${moved.rowCount ?? 0}` })
    .where(eq(tags.id, to))
}
