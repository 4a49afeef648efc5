import { hashtagKey } from '@wtpu/contract/boiler-room/hashtags'
import { inArray, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { hashtagAuthors, hashtags, postHashtags } from '#db/schema/boiler-room.ts'

const recentPeriod = sql`interval '7 days'`

interface Post {
  postId: number
  userId: number
  createdAt: Date
}

/**
 * Records that a post uses these hashtags, and counts it. Call it last in a transaction, because it locks the hashtags
 * until the end.
 */
export async function addHashtagUses(tx: Db, { postId, userId, createdAt }: Post, names: string[]): Promise<void> {
  if (names.length === 0) return
  const ids = await lockOrCreate(tx, names)
  await tx.execute(sql`
    with added as (
      insert into ${postHashtags} (hashtag_id, post_id, user_id, created_at, recent)
      select id, ${postId}, ${userId}, ${createdAt.toISOString()}::timestamptz,
        ${createdAt.toISOString()}::timestamptz > now() - ${recentPeriod}
      from unnest(${sql.param(ids)}::int[]) id
      on conflict do nothing
      returning hashtag_id, recent
    ), authors as (
      insert into ${hashtagAuthors} (hashtag_id, user_id, recent_uses)
      select hashtag_id, ${userId}, 1 from added where recent
      on conflict (hashtag_id, user_id) do update set recent_uses = ${hashtagAuthors}.recent_uses + 1
      returning hashtag_id, xmax = 0 as is_new
    )
    update ${hashtags} h set
      use_count = h.use_count + 1,
      recent_uses = h.recent_uses + added.recent::int,
      recent_authors = h.recent_authors + coalesce((select is_new::int from authors where hashtag_id = h.id), 0)
    from added where h.id = added.hashtag_id`)
}

/** Records the hashtags of an edited post. Locks the earlier and the new ones together, in order. */
export async function replaceHashtagUses(
  tx: Db,
  { before, ...post }: Post & { before: string[] },
  names: string[],
): Promise<void> {
  await lockOrCreate(tx, [...before, ...names])
  await removeHashtagUses(tx, [post.postId])
  await addHashtagUses(tx, post, names)
}

/** Removes the uses of hashtags by these posts, and uncounts them. */
export async function removeHashtagUses(tx: Db, postIds: number[]): Promise<void> {
  const posts = sql.param(postIds)
  const { rows } = await tx.execute<{ id: number }>(sql`
    select h.id from ${hashtags} h
    where h.id in (select hashtag_id from ${postHashtags} where post_id = any(${posts}::int[]))
    order by h.id for no key update`)
  if (rows.length === 0) return
  await tx.execute(sql`
    with lost as (
      delete from ${postHashtags}
      where post_id = any(${posts}::int[]) and hashtag_id = any(${sql.param(rows.map(({ id }) => id))}::int[])
      returning hashtag_id, user_id, recent
    ), ${uncountAuthors}
    update ${hashtags} h set
      use_count = h.use_count - l.uses,
      recent_uses = h.recent_uses - l.recent_uses,
      recent_authors = h.recent_authors - (select count(*) from left_authors a where a.hashtag_id = h.id)
    from (select hashtag_id, count(*) as uses, count(*) filter (where recent) as recent_uses from lost group by 1) l
    where h.id = l.hashtag_id`)
}

/**
 * Uncounts uses that are older than the recent period, one batch per call. Skips hashtags that another transaction holds.
 * @returns the number of uses that were due. Some of them may have been skipped.
 */
export async function expireHashtagUses(db: Db, batch: number): Promise<{ due: number; expired: number }> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select({ id: postHashtags.hashtagId })
      .from(postHashtags)
      .where(sql`${postHashtags.recent} and ${postHashtags.createdAt} <= now() - ${recentPeriod}`)
      .orderBy(postHashtags.createdAt)
      .limit(batch)
    const locked = await tx
      .select({ id: hashtags.id })
      .from(hashtags)
      .where(
        inArray(
          hashtags.id,
          due.map(({ id }) => id),
        ),
      )
      .orderBy(hashtags.id)
      .for('no key update', { skipLocked: true })
    if (locked.length === 0) return { due: due.length, expired: 0 }
    const { rows } = await tx.execute<{ expired: number }>(sql`
      with lost as (
        update ${postHashtags} set recent = false
        where (hashtag_id, post_id) in (
          select hashtag_id, post_id from ${postHashtags}
          where recent and created_at <= now() - ${recentPeriod}
            and hashtag_id = any(${sql.param(locked.map(({ id }) => id))}::int[])
          order by created_at limit ${batch})
        returning hashtag_id, user_id, true as recent
      ), ${uncountAuthors}, counted as (
        update ${hashtags} h set
          recent_uses = h.recent_uses - l.uses,
          recent_authors = h.recent_authors - (select count(*) from left_authors a where a.hashtag_id = h.id)
        from (select hashtag_id, count(*) as uses from lost group by 1) l
        where h.id = l.hashtag_id
      )
      select count(*) as expired from lost`)
    return { due: due.length, expired: rows[0]?.expired ?? 0 }
  })
}

/** Lowers the authors' counts by the rows of `lost`. `left_authors` are those without any recent use left. */
const uncountAuthors = sql`
  by_author as (select hashtag_id, user_id, count(*) as uses from lost where recent group by 1, 2),
  left_authors as (
    delete from ${hashtagAuthors} a using by_author b
    where a.hashtag_id = b.hashtag_id and a.user_id = b.user_id and a.recent_uses <= b.uses
    returning a.hashtag_id
  ),
  other_authors as (
    update ${hashtagAuthors} a set recent_uses = a.recent_uses - b.uses from by_author b
    where a.hashtag_id = b.hashtag_id and a.user_id = b.user_id and a.recent_uses > b.uses
  )`

/** The ids of these hashtags, locked in order of id. Creates missing ones in order of key, so that no two wait in a cycle. */
async function lockOrCreate(tx: Db, names: string[]): Promise<number[]> {
  const byKey = new Map(names.map((name) => [hashtagKey(name), name]))
  const keys = [...byKey.keys()].toSorted()
  const existing = await tx.select({ key: hashtags.key }).from(hashtags).where(inArray(hashtags.key, keys))
  const missing = keys.filter((key) => !existing.some((row) => row.key === key))
  if (missing.length > 0) {
    await tx
      .insert(hashtags)
      .values(missing.map((key) => ({ key, name: byKey.get(key) ?? key })))
      .onConflictDoNothing()
  }
  const locked = await tx
    .select({ id: hashtags.id })
    .from(hashtags)
    .where(inArray(hashtags.key, keys))
    .orderBy(hashtags.id)
    .for('no key update')
  return locked.map(({ id }) => id)
}
