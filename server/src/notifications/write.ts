import { kinds, maxGrouped } from '@wtpu/contract/notifications/on-demand/kinds'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'

/** A notification that was written, new or joined. */
export interface Delivered {
  id: number
  user_id: number
  kind: string
}

/** A fact about the kind that a column names. */
const factOf = (column: string, fact: 'way' | 'mailAfterMinutes') => {
  const cases = Object.entries(kinds).map(([kind, row]) => `when '${kind}' then ${literal(row[fact])}`)
  return sql.raw(`case ${column} ${cases.join(' ')} end`)
}
const literal = (value: string | number | null) => (typeof value === 'string' ? `'${value}'` : value)

/** Nobody is notified of what they did themselves, or of people whom they muted or who blocked them. */
export function hearsOf(user: string, actor: string): SQL {
  return sql.raw(`${user} is distinct from ${actor}
    and not exists (select from mutes_and_blocks m where m.user_id = ${user} and m.other_id = ${actor})
    and not exists (select from mutes_and_blocks m where m.user_id = ${actor} and m.other_id = ${user} and m.kind = 'block')`)
}

/**
 * Writes the notifications that the query `found` selects (user_id, kind, subject_kind, subject_id, page_kind, page_id, cause_ids,
 * actor_id, detail; at most one row per user) and raises the counters of unread ones. Leaves out people who turned the kind off
 * and those who do not hear of the actor. Locks notifications first, then inboxes, like all that changes them.
 */
export async function writeNotifications(tx: Db, found: SQL): Promise<Delivered[]> {
  const { rows } = await tx.execute<Delivered>(sql`
    with found as (${found}), wanted as (
      select found.*, coalesce(inbox.ways->>found.kind, ${factOf('found.kind', 'way')}) as way
      from found join users recipient on recipient.id = found.user_id and recipient.is_active
        left join inboxes inbox on inbox.user_id = found.user_id
      where ${hearsOf('found.user_id', 'found.actor_id')}
    ), written as (
      insert into notifications as old
        (user_id, kind, subject_kind, subject_id, page_kind, page_id, cause_ids, detail, mail_due_at)
      select user_id, kind, subject_kind, subject_id, page_kind, page_id,
        coalesce(cause_ids, '{}'), detail,
        case when way = 'mail' then now() + make_interval(mins => ${factOf('kind', 'mailAfterMinutes')}) end
      from wanted where way <> 'off' order by user_id
      on conflict (user_id, kind, subject_kind, subject_id) where read_at is null do update set
        cause_ids = array(select id from unnest(excluded.cause_ids || old.cause_ids) with ordinality as cause(id, place)
          group by id order by min(place) limit ${maxGrouped}),
        detail = excluded.detail, updated_at = now(), mail_due_at = coalesce(old.mail_due_at, excluded.mail_due_at)
      returning id, user_id, kind, xmax = 0 as is_new
    ), counted as (
      insert into inboxes as inbox (user_id, unread)
      select user_id, count(*) from written where is_new group by user_id order by user_id
      on conflict (user_id) do update set unread = inbox.unread + excluded.unread
    )
    select id, user_id, kind from written`)
  return rows
}

/**
 * Takes causes out of the notifications that `where` selects, and deletes those that have none left.
 * @returns the users whose notifications have changed.
 */
export async function withdrawCauses(tx: Db, where: SQL, causeIds: SQL): Promise<number[]> {
  const { rows } = await tx.execute<{ user_id: number }>(sql`
    with deleted as (
      delete from notifications where ${where} and cause_ids <@ ${causeIds} returning user_id, read_at
    ), trimmed as (
      update notifications set cause_ids = array(
        select id from unnest(cause_ids) with ordinality as cause(id, place) where not id = any(${causeIds}) order by place)
      where ${where} and cause_ids && ${causeIds} and not cause_ids <@ ${causeIds}
      returning user_id
    ), counted as (
      update inboxes set unread = unread - less.count
      from (select user_id, count(*) from deleted where read_at is null group by user_id) less
      where inboxes.user_id = less.user_id
    )
    select user_id from deleted union select user_id from trimmed`)
  return rows.map((row) => row.user_id)
}
