import { sql } from 'drizzle-orm'
import { BatchWriter } from '#db/batch-writer.ts'
import type { Db } from '#db/client.ts'
import { discussions, discussionVisits } from '#db/schema/forums.ts'

/** A visit ends after this time without a request. */
export const visitMinutes = 30
const countedEveryHours = 24
/** A visit's last request is stored this often, so that not every refetch costs a write. */
const storedEveryMinutes = 5

/** The age of a stored visit. `seconds_since_count` is null for the author. */
export interface StoredVisit {
  seconds_since_visit: number
  seconds_since_count: number | null
}

interface Visit {
  discussionId: number
  userId: number
  /** Views of the author never count. */
  isAuthor: boolean
}

/** Whether the visit changes what is stored. */
export function isDue(stored: StoredVisit | null, isAuthor: boolean): boolean {
  if (!stored || stored.seconds_since_visit > storedEveryMinutes * 60) return true
  return !isAuthor && (stored.seconds_since_count ?? Infinity) > countedEveryHours * 3600
}

/** Stores visits together with those that arrive at the same time, and counts the views that are due. */
export const visitWriter = new BatchWriter<Visit, true>({
  name: 'visits',
  async write(tx, visits, active) {
    const counted = await upsertVisits(
      tx,
      visits.filter(({ userId }) => active.has(userId)),
    )
    if (counted.length > 0) await countViews(tx, counted)
    return { results: visits.map(() => true) }
  },
})

/** @returns the discussion of each counted view. */
async function upsertVisits(tx: Db, visits: readonly Visit[]): Promise<number[]> {
  if (visits.length === 0) return []
  const column = (name: keyof Visit) => sql.param(visits.map((visit) => visit[name]))
  const counts = sql`(excluded.counted_at is not null and (own.counted_at is null
    or own.counted_at < now() - make_interval(hours => ${countedEveryHours})))`
  const { rows } = await tx.execute<{ discussion_id: number }>(sql`
    with written as (
      insert into ${discussionVisits} as own (discussion_id, user_id, counted_at)
      select d.id, visit.user_id, case when not visit.is_author then now() end
      from unnest(${column('discussionId')}::int[], ${column('userId')}::int[], ${column('isAuthor')}::boolean[])
        as visit(discussion_id, user_id, is_author)
      join ${discussions} d on d.id = visit.discussion_id and d.is_visible
      order by visit.user_id, d.id
      on conflict (user_id, discussion_id) do update set
        counted_at = case when ${counts} then now() else own.counted_at end,
        previous_visit_at = case when own.visited_at < now() - make_interval(mins => ${visitMinutes})
          then own.visited_at else own.previous_visit_at end,
        visited_at = now()
      returning discussion_id, counted_at
    )
    select discussion_id from written where counted_at = now()`)
  return rows.map((row) => row.discussion_id)
}

async function countViews(tx: Db, discussionIds: number[]): Promise<void> {
  const ids = sql.param(discussionIds)
  await tx.execute(sql`select id from ${discussions} where id = any(${ids}::int[]) order by id for no key update`)
  await tx.execute(sql`
    update ${discussions} set view_count = view_count + seen.views
    from (select id, count(*)::int as views from unnest(${ids}::int[]) as seen(id) group by id) seen
    where ${discussions}.id = seen.id`)
}

const keptDays = 90
const batchSize = 1_000

/** Deletes a batch of visits that are too old to matter. Several servers may sweep at once: locked rows are skipped. */
export async function sweepVisits(db: Db): Promise<{ deleted: number; hasMore: boolean }> {
  const { rowCount } = await db.execute(sql`
    delete from ${discussionVisits} where (user_id, discussion_id) in (
      select user_id, discussion_id from ${discussionVisits}
      where visited_at < now() - make_interval(days => ${keptDays})
      order by visited_at limit ${batchSize} for update skip locked)`)
  return { deleted: rowCount ?? 0, hasMore: rowCount === batchSize }
}
