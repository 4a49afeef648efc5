import { inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { locks } from '#db/locks.ts'
import { discussionTags, tags } from '#db/schema/forums.ts'

/**
 * Keeps tags from being merged until the transaction ends. Transactions that change the tags of a discussion take it after
 * the lock on the discussion; they do not wait for each other.
 */
async function preventMerges(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${locks.tags})`)
}

/** Waits for transactions that change tags of discussions, and keeps others from starting, until the transaction ends. */
export async function lockForMerge(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${locks.tags})`)
}

/**
 * Replaces the tags of a discussion, in this order, and counts them. A merged tag becomes the one that it was merged into.
 * @returns false if one of the tags does not exist; then nothing has changed.
 */
export async function replaceTags(
  tx: Db,
  discussionId: number,
  wanted: number[],
  { isNew = false } = {},
): Promise<boolean> {
  await preventMerges(tx)
  const named = await tx.select({ id: tags.id, mergedInto: tags.mergedInto }).from(tags).where(inArray(tags.id, wanted))
  const idOf = new Map(named.map(({ id, mergedInto }) => [id, mergedInto ?? id]))
  if (wanted.some((id) => !idOf.has(id))) return false
  const chosen = [...new Set(wanted.map((id) => idOf.get(id) ?? id))]
  const before = isNew ? [] : await selectTagIds(tx, discussionId)
  if (before.length > 0) await tx.execute(sql`delete from ${discussionTags} where discussion_id = ${discussionId}`)
  await tx.execute(sql`
    insert into ${discussionTags} (discussion_id, tag_id, position)
    select ${discussionId}::int, id, position - 1 from unnest(${sql.param(chosen)}::int[]) with ordinality as chosen(id, position)`)
  await countUses(tx, { before, chosen })
  return true
}

/** Removes the tags of a discussion that is no longer shown, and returns their ids in order. */
export async function removeTags(tx: Db, discussionId: number): Promise<number[]> {
  const before = await selectTagIds(tx, discussionId)
  await replaceTags(tx, discussionId, [])
  return before
}

async function selectTagIds(tx: Db, discussionId: number): Promise<number[]> {
  const { rows } = await tx.execute<{ tag_id: number }>(sql`
    select tag_id from ${discussionTags} where discussion_id = ${discussionId} order by position`)
  return rows.map((row) => row.tag_id)
}

/** Locks the tags by id, the last locks of a transaction, and counts them. */
async function countUses(tx: Db, { before, chosen }: { before: number[]; chosen: number[] }): Promise<void> {
  await tx.execute(sql`
    update ${tags} set discussion_count = discussion_count + (locked.id = any(${sql.param(chosen)}::int[]))::int
      - (locked.id = any(${sql.param(before)}::int[]))::int
    from (select id from ${tags} where id = any(${sql.param([...before, ...chosen])}::int[]) order by id for no key update) locked
    where ${tags}.id = locked.id`)
}
