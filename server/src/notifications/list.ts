import { selectWritten } from '#db/schema/columns.ts'
import { writtenOf } from '@wtpu/contract/schemas'
import type { Written } from '@wtpu/contract/schemas'
import { groupDigits, shareText, voteCount } from '@wtpu/contract/polls/on-demand/shares'
import { votesForPercent } from '@wtpu/contract/polls/polls'
import { displayName } from '@wtpu/contract/accounts/names'
import type { Notification, NotificationList } from '@wtpu/contract/notifications/notifications'
import { kinds, kindsWhere, notificationSentence } from '@wtpu/contract/notifications/on-demand/kinds'
import { isOpenPath } from '@wtpu/contract/site/parts'
import { kinds as writing, kindsThat } from '@wtpu/contract/writing/kinds'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isoTime } from '#db/iso-time.ts'
import { contents } from '#db/schema/contents.ts'
import { areResultsHidden, isNotMuted, isShownContent, isVisibleComment } from '#db/visibility.ts'
import { isOfOpenPart } from './open-parts.ts'
import { decodeCursor, encodeCursor, slicePage } from '#http/cursor.ts'

const defaultLimit = 20
const excerptLength = 200

interface Actor {
  id: number
  first_name: string
  last_name: string
  username: string | null
  avatar: string | null
}

interface Row extends Written {
  id: number
  kind: Notification['kind']
  subject_kind: Notification['subject']['kind']
  subject_id: number
  page_kind: NonNullable<Notification['page']>['kind'] | null
  page_id: number | null
  detail: string | null
  updated_at: string
  sort_at: string
  is_read: boolean
  /** Null if the subject is not visible. */
  title: string | null
  excerpt: string | null
  latest_comment: number | null
  actors: Actor[]
  actor_count: number
  options: { text: string; votes: number }[] | null
}

const kindsBy = (causes: 'comments' | 'users') => sql.param(kindsWhere((row) => row.causes === causes))
/** The author of a text has caused the notification about it. */
const mentioning = sql.param(kindsThat('comment on'))
const kindsByPeople = sql.param(kindsWhere(({ causes }) => causes !== null))

/** The people of a notification, latest first, with the comment or the text that it is about. Only what is visible. */
const causes = (userId: number) => sql`
  select cause.place, actor.id, actor.first_name, actor.last_name, actor.username, actor.avatar, cause.comment_id, cause.text,
    ${selectWritten('cause')}
  from (
    select listed.place, c.user_id, c.id as comment_id, c.text, ${selectWritten('c')}
    from unnest(n.cause_ids) with ordinality as listed(id, place) join comments c on c.id = listed.id
    where n.kind = any(${kindsBy('comments')}::text[]) and ${isVisibleComment('c')}
    union all select listed.place, listed.id, null, null, ${selectWritten('c', () => 'null')}
    from unnest(n.cause_ids) with ordinality as listed(id, place) where n.kind = any(${kindsBy('users')}::text[])
    union all select 1, c.author_id, null, c.text, ${selectWritten('c')} from ${contents} c
    where n.kind = 'mention' and c.kind = any(${mentioning}::text[]) and c.kind = n.subject_kind and c.id = n.subject_id and c.is_visible
  ) cause join users actor on actor.id = cause.user_id and actor.is_active
  where ${isNotMuted(userId, sql.raw('actor.id'))}`

const titles = kindsThat('remove').map(
  (
    kind,
  ) => sql`when ${kind} then (select c.title from ${contents} c join ${sql.raw(`${kind}s`)} shown on shown.id = c.id
    where c.kind = ${kind} and c.id = n.subject_id and ${isShownContent[kind]('shown')})`,
)
const title = sql`case n.subject_kind ${sql.join(titles, sql` `)}
  when 'politician' then (select official.name from politicians official where official.id = n.subject_id)
  else '' end`

/** The notifications that `page` selects, in its order, in one query. `isHidden`: nothing of them is visible any more. */
async function select(db: Db, userId: number, page: SQL): Promise<(Row & { isHidden: boolean })[]> {
  const { rows } = await db.execute<Row>(sql`
    with page as materialized (${page})
    select n.id, n.kind, n.subject_kind, n.subject_id, n.page_kind, n.page_id, n.detail, n.read_at is not null as is_read,
      ${isoTime('n.updated_at')} as updated_at, n.updated_at::text as sort_at, ${title} as title,
      left(found.text, ${excerptLength}) as excerpt, ${selectWritten('found')}, found.comment_id as latest_comment,
      coalesce(found.actors, '[]') as actors, coalesce(found.count, 0)::int as actor_count,
      case when n.kind = 'poll_closed' then (
        select json_agg(json_build_object('text', o.text, 'votes', o.vote_count) order by o.vote_count desc, o.position)
        from poll_options o join polls p on p.id = o.poll_id and not ${areResultsHidden('p')} where o.poll_id = n.subject_id) end as options
    from page n left join lateral (
      select count(*), json_agg(json_build_object('id', actor.id, 'first_name', actor.first_name, 'last_name', actor.last_name,
          'username', actor.username, 'avatar', actor.avatar) order by actor.place) filter (where actor.position <= 3) as actors,
        min(actor.comment_id) filter (where actor.position = 1) as comment_id, min(actor.text) filter (where actor.position = 1) as text,
        ${selectWritten('actor', (column) => `min(${column}) filter (where actor.position = 1)`)}
      from (select latest.*, row_number() over (order by latest.place) as position
        from (select distinct on (cause.id) cause.* from (${causes(userId)}) cause order by cause.id, cause.place) latest) actor
    ) found on n.kind = any(${kindsByPeople}::text[])
    order by n.updated_at desc, n.id desc`)
  return rows.map((row) => ({
    ...row,
    isHidden: row.title === null || (kinds[row.kind].causes !== null && row.actor_count === 0),
  }))
}

interface Wanted {
  userId: number
  filter?: 'unread'
  cursor?: string
  limit?: number
}

/** The latest first. Notifications whose content is hidden are deleted when they are met here. */
export async function findNotifications(
  db: Db,
  { userId, filter, cursor, limit = defaultLimit }: Wanted,
): Promise<NotificationList> {
  const after = decodeCursor(cursor, ['instant', 'bigint'])
  const rows = await select(
    db,
    userId,
    sql`select * from notifications where user_id = ${userId}${isOfOpenPart()} ${filter ? sql`and read_at is null` : sql``}
      ${after ? sql`and (updated_at, id) < (${after[0]}::timestamptz, ${after[1]})` : sql``}
      order by updated_at desc, id desc limit ${limit + 1}`,
  )
  const { page, next } = slicePage(rows, limit, (row) => encodeCursor([row.sort_at, row.id]))
  const hidden = page.filter((row) => row.isHidden).map(({ id }) => id)
  if (hidden.length > 0) await deleteNotifications(db, userId, hidden)
  return { results: page.filter((row) => !row.isHidden).map(toNotification), next }
}

/** Finds which of the notifications are unread and still have visible content. */
export async function findUnread(db: Db, userId: number, ids: readonly number[]): Promise<Notification[]> {
  const page = sql`select * from notifications
    where user_id = ${userId} and id = any(${sql.param(ids)}::bigint[]) and read_at is null${isOfOpenPart()} order by updated_at desc, id desc`
  return (await select(db, userId, page)).filter((row) => !row.isHidden).map(toNotification)
}

/** For mails and pushes. Names people by username, because a display name could read like a sentence of ours. */
export const sentenceOf = (notification: Notification): string =>
  notificationSentence({
    ...notification,
    actors: notification.actors.map(({ username }) => ({ name: `@${username}` })),
  })

function toNotification(row: Row): Notification {
  const { page_kind: pageKind, page_id: pageId } = row
  return {
    id: row.id,
    kind: row.kind,
    created_at: row.updated_at,
    is_read: row.is_read,
    actors: row.actors.map((actor) => ({
      id: actor.id,
      name: displayName(actor),
      avatar: actor.avatar,
      username: actor.username ?? '',
    })),
    actor_count: row.actor_count,
    subject: { kind: row.subject_kind, id: row.subject_id, title: row.title ?? '' },
    excerpt: row.excerpt ?? '',
    ...writtenOf(row),
    detail: row.options ? resultOf(row.options) : row.detail,
    page: pageKind !== null && pageId !== null ? { kind: pageKind, id: pageId } : null,
    url: urlOf(row),
  }
}

/** The leading options of a poll: "Yes 62% of 331 votes, not a sample of the public", "Yes and No, 50% each of 20 votes, ...". */
function resultOf(options: { text: string; votes: number }[]): string {
  const total = options.reduce((sum, { votes }) => sum + votes, 0)
  const most = options[0]?.votes ?? 0
  if (most === 0) return 'no one voted'
  const leading = options.filter(({ votes }) => votes === most).map(({ text }) => text)
  const share = total < votesForPercent ? groupDigits(most) : shareText(most, total)
  const result = leading.length === 1 ? `${leading.join('')} ${share}` : `${leading.join(' and ')}, ${share} each`
  return `${result} of ${voteCount(total)}, not a sample of the public`
}

/** The page, or the profile of who did it to the user. If neither is open, the user's own settings, which have decisions. */
function urlOf(row: Row): string {
  const url = pageOf(row)
  return isOpenPath(url.replace(/[?#].*/, '')) ? url : '/profile-settings'
}

function pageOf({ subject_kind, subject_id, page_kind, page_id, latest_comment, actors: [actor] }: Row): string {
  if (page_kind === null) return actor ? `/user/${actor.username ?? ''}` : '/profile-settings'
  if (page_kind === 'politician') return `/politicians/${page_id}`
  const page = `${writing[page_kind].page}${page_id}`
  const comment = latest_comment ?? (subject_kind === 'comment' ? subject_id : null)
  if (page_kind === 'discussion' && comment !== null) return `${page}?comment=${comment}`
  return page_kind === 'poll' ? `${page}#notice` : page
}

/** Locks notifications before the inbox, like the worker. */
async function deleteNotifications(db: Db, userId: number, ids: readonly number[]): Promise<void> {
  await db.execute(sql`
    with deleted as (
      delete from notifications where user_id = ${userId} and id = any(${sql.param(ids)}::bigint[]) returning read_at
    )
    update inboxes set unread = unread - (select count(*) from deleted where read_at is null) where user_id = ${userId}`)
}

/** Deletes notifications that are older than they are kept. @returns whether there may be more. */
export async function sweepNotifications(db: Db, days: number): Promise<boolean> {
  const { rows } = await db.execute<{ swept: number }>(sql`
    with deleted as (
      delete from notifications where id in (select id from notifications
        where updated_at < now() - make_interval(days => ${days}) order by updated_at limit ${maxSwept} for update skip locked)
      returning user_id, read_at
    ), counted as (
      update inboxes set unread = unread - less.count
      from (select user_id, count(*) from deleted where read_at is null group by user_id) less
      where inboxes.user_id = less.user_id
    )
    select count(*)::int as swept from deleted`)
  return rows[0]?.swept === maxSwept
}

const maxSwept = 1_000
