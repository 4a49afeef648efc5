import { kindsWhere, type NotificationKind } from '@wtpu/contract/notifications/on-demand/kinds'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { placeOfComment } from '#db/schema/contents.ts'
import type { EventKind, notificationEvents } from '#db/schema/notifications.ts'
import { pairOf } from '#db/schema/polls.ts'
import { type WordingKeys, wordingOf } from '#db/site-keys.ts'
import { hasVisibleAuthor, isVisible, isVisibleComment, isListedPoll } from '#db/visibility.ts'
import { clearInbox } from './settings.ts'
import { type Delivered, hearsOf, withdrawCauses, writeNotifications } from './write.ts'

export type Event = typeof notificationEvents.$inferSelect

/** Recipients per statement, so that no statement takes long. */
const batchSize = 5_000

export interface Outcome {
  delivered: Delivered[]
  /** Users who have fewer notifications now. */
  withdrawn: number[]
  /** The last recipient of a full batch: there may be more. */
  progress?: number
}

interface Given {
  /** The users of all due events of this kind about the same content, such as all who liked a post. */
  userIds: number[]
  keys: WordingKeys
}

type Deliver = (tx: Db, event: Event, given: Given) => Promise<Outcome>

/** Notifies those whom an event concerns, as things are now. */
export const deliver: Deliver = (tx, event, given) => deliveries[event.kind](tx, event, given)

const writeAll =
  (find: (event: Event) => SQL): Deliver =>
  async (tx, event) => ({ delivered: await writeNotifications(tx, find(event)), withdrawn: [] })

const toOneUser = (kind: NotificationKind) => writeAll((event) => ofOneUser(event, kind))

const deliveries: Record<EventKind, Deliver> = {
  comment: deliverComment,
  post: writeAll(mentionsInContent),
  discussion: writeAll(mentionsInContent),
  reaction: deliverPeople,
  follow: deliverPeople,
  poll_opened: aboutPoll('official_poll', {
    recipients: sql`politician_follows related on related.politician_id = poll.politician_id`,
    actor: sql`poll.creator_id`,
  }),
  poll_closed: aboutPoll('poll_closed', {
    recipients: sql`poll_votes related on related.poll_id = poll.id`,
    actor: sql`null::int`,
    isAnswered: true,
  }),
  daily_question: aboutPoll('daily_question', {
    recipients: sql`inboxes related on related.ways->>'daily_question' <> 'off' and not exists (
      select from poll_votes vote where vote.poll_id in (poll.id, poll.twin_id) and vote.user_id = related.user_id)`,
    actor: sql`null::int`,
  }),
  decision: toOneUser('moderation'),
  letter: toOneUser('letter'),
  security: toOneUser('security'),
  hidden: withdrawContent,
}

/** Users by the names in the event. */
const isMentioned = ({ names }: Event) => sql`lower(named.username) = any(${sql.param(names)}::text[])`

function mentionsInContent(event: Event): SQL {
  const table = sql.raw(`${event.contentKind}s`)
  return sql`select named.id as user_id, 'mention' as kind, ${event.contentKind} as subject_kind, content.id as subject_id,
      ${event.contentKind} as page_kind, content.id as page_id, null::int[] as cause_ids, content.user_id as actor_id, null as detail
    from ${table} content join users named on ${isMentioned(event)}
    where content.id = ${event.contentId} and ${isVisible('content')}`
}

/**
 * A mention comes before a reply, a reply before a comment on one's own content, and that before a watched discussion, so that
 * a comment notifies nobody twice. A kind that the user has turned off does not count.
 */
async function deliverComment(tx: Db, event: Event): Promise<Outcome> {
  const found = sql`
    with comment as (select c.* from comments c where c.id = ${event.contentId} and ${isVisibleComment('c')} and ${hasVisibleAuthor('c')}),
    watcher as materialized (
      select watch.user_id from discussion_watches watch join comment on comment.discussion_id = watch.discussion_id
      where watch.level = 'watch' and watch.user_id > ${event.progress} order by watch.user_id limit ${batchSize}
    ), candidate as (
      select named.id as user_id, 1 as rank, 'mention' as kind from comment join users named on ${isMentioned(event)}
      union all select above.user_id, 2, 'reply' from comment join comments above on above.id = comment.parent_id
      union all select post.user_id, 3, 'comment' from comment join posts post on post.id = comment.post_id
      union all select discussion.user_id, 3, 'comment' from comment
        join discussions discussion on discussion.id = comment.discussion_id
        left join discussion_watches own on own.discussion_id = discussion.id and own.user_id = discussion.user_id
        where coalesce(own.level, 'watch') = 'watch'
      union all select user_id, 4, 'watched' from watcher
    ), chosen as (
      select distinct on (candidate.user_id) candidate.*
      from candidate left join inboxes inbox on inbox.user_id = candidate.user_id
      where coalesce(inbox.ways->>candidate.kind, '') <> 'off'
      order by candidate.user_id, candidate.rank
    )
    select chosen.user_id, chosen.kind,
      case chosen.kind when 'mention' then 'comment' when 'reply' then 'comment'
        when 'comment' then case when comment.post_id is null then 'discussion' else 'post' end else 'discussion' end as subject_kind,
      case chosen.kind when 'mention' then comment.id when 'reply' then comment.parent_id
        else coalesce(comment.post_id, comment.discussion_id) end as subject_id,
      page.kind as page_kind, page.id as page_id,
      array[comment.id] as cause_ids, comment.user_id as actor_id, null as detail
    from chosen cross join comment cross join lateral (select ${pageOf('comment')}) as page(kind, id)
    where (chosen.rank = 4 or ${event.progress === 0}) and not exists (select from discussion_watches muted where muted.discussion_id = comment.discussion_id
      and muted.user_id = chosen.user_id and muted.level = 'mute')`
  const delivered = await writeNotifications(tx, found)
  const { rows } = await tx.execute<{ last: number | null }>(sql`
    select watch.user_id as last from discussion_watches watch
    where watch.discussion_id = (select discussion_id from comments where id = ${event.contentId}) and watch.level = 'watch'
      and watch.user_id > ${event.progress} order by watch.user_id offset ${batchSize - 1} limit 1`)
  return { delivered, withdrawn: [], progress: rows[0]?.last ?? undefined }
}

interface AboutPoll {
  /** Joins the rows with their `user_id` as "related". */
  recipients: SQL
  actor: SQL
  /** They have answered this wording. All others get the one that is drawn for them, which the page shows them. */
  isAnswered?: true
}

function aboutPoll(kind: NotificationKind, { recipients, actor, isAnswered }: AboutPoll): Deliver {
  return async (tx, event, { keys }) => {
    const related = sql`from polls poll join ${recipients}
      where poll.id = ${event.contentId} and ${isListedPoll('poll')} and related.user_id > ${event.progress}
      order by related.user_id`
    const second = isAnswered ? [] : await findSecondDrawn(tx, { event, related, keys })
    const shown =
      second.length === 0
        ? sql`poll.id`
        : sql`case when related.user_id = any(${sql.param(second)}::int[]) then greatest(poll.id, poll.twin_id) else poll.id end`
    const delivered = await writeNotifications(
      tx,
      sql`select related.user_id, ${kind} as kind, 'poll' as subject_kind, ${shown} as subject_id, 'poll' as page_kind,
        ${shown} as page_id, null::int[] as cause_ids, ${actor} as actor_id, null as detail ${related} limit ${batchSize}`,
    )
    const { rows } = await tx.execute<{ last: number }>(
      sql`select related.user_id as last ${related} offset ${batchSize - 1} limit 1`,
    )
    return { delivered, withdrawn: [], progress: rows[0]?.last }
  }
}

/** Those of the next recipients for whom the second of two wordings is drawn. Lists and the queue have the first one alone. */
async function findSecondDrawn(
  tx: Db,
  { event, related, keys }: { event: Event; related: SQL; keys: WordingKeys },
): Promise<number[]> {
  const { rows } = await tx.execute<{ pair: number | null }>(
    sql`select ${pairOf('poll')} as pair from polls poll where id = ${event.contentId}`,
  )
  const pair = rows[0]?.pair ?? null
  if (pair === null) return []
  const people = await tx.execute<{ id: number; voter: number }>(sql`
    select id, voter_id as voter from users where id in (select related.user_id ${related} limit ${batchSize})`)
  return people.rows.filter(({ voter }) => wordingOf(keys, pair, voter) === 1).map(({ id }) => id)
}

/** Likes and follows: those that exist now notify, those that do not are withdrawn. */
async function deliverPeople(tx: Db, event: Event, { userIds }: Given): Promise<Outcome> {
  const ids = sql`${sql.param(userIds)}::int[]`
  const isFollow = event.kind === 'follow'
  const column = sql.raw(`${event.contentKind}_id`)
  const current = isFollow
    ? sql`select follower_id as id from follows where followed_id = ${event.contentId} and follower_id = any(${ids})`
    : sql`select user_id as id from reactions where ${column} = ${event.contentId} and user_id = any(${ids}) and value = 1`
  const { rows } = await tx.execute<{ id: number }>(current)
  const now = new Set(rows.map(({ id }) => id))
  const delivered = now.size > 0 ? await writeNotifications(tx, peopleAbout(event, [...now])) : []
  const withdrawnIds = userIds.filter((id) => !now.has(id))
  const kind = isFollow ? 'follower' : 'like'
  const isAbout = sql`kind = ${kind} and subject_kind = ${event.contentKind} and subject_id = ${event.contentId}
    and user_id = ${ownerOf(event)}`
  const withdrawn =
    withdrawnIds.length > 0 ? await withdrawCauses(tx, isAbout, sql`${sql.param(withdrawnIds)}::int[]`) : []
  return { delivered, withdrawn }
}

function ownerOf({ kind, contentKind, contentId }: Event): SQL {
  if (kind === 'follow') return sql`${contentId}::int`
  return sql`(select owned.user_id from ${sql.raw(`${contentKind}s`)} owned where owned.id = ${contentId})`
}

function peopleAbout(event: Event, ids: number[]): SQL {
  return sql`select owner.id as user_id, ${event.kind === 'follow' ? 'follower' : 'like'} as kind,
      ${event.contentKind} as subject_kind, ${event.contentId}::int as subject_id, owner.page_kind, owner.page_id,
      array_agg(actor.id order by actor.id desc) as cause_ids, null::int as actor_id, null as detail
    from (${event.kind === 'follow' ? sql`select ${event.contentId}::int, null, null::int` : likedContent(event)})
        as owner(id, page_kind, page_id)
      join users actor on actor.id = any(${sql.param(ids)}::int[]) and actor.is_active and ${hearsOf('owner.id', 'actor.id')}
    group by owner.id, owner.page_kind, owner.page_id`
}

/** Whose it is, and the page that shows it. Nothing if it is not visible or its discussion is muted. */
function likedContent({ contentKind, contentId }: Event): SQL {
  const isComment = contentKind === 'comment'
  const table = sql.raw(`${contentKind}s`)
  const page = isComment ? pageOf('liked') : sql`${contentKind}, liked.id`
  const discussion = isComment ? sql`liked.discussion_id` : sql`liked.id`
  const isMuted = sql`exists (select from discussion_watches muted where muted.discussion_id = ${discussion}
    and muted.user_id = liked.user_id and muted.level = 'mute')`
  return sql`select liked.user_id, ${page} from ${table} liked where liked.id = ${contentId}
    and ${isComment ? isVisibleComment('liked') : isVisible('liked')} and ${contentKind === 'post' ? sql`true` : sql`not ${isMuted}`}`
}

/** The kind and id of what a comment is on. */
const pageOf = (comment: string) => sql`${placeOfComment(comment).kind}, ${placeOfComment(comment).id}`

/** The page is that of the official, if the event is about one. */
function ofOneUser({ userId, contentKind, contentId, detail }: Event, kind: NotificationKind): SQL {
  const page = contentKind === 'politician' ? sql`'politician', ${contentId}::int` : sql`null, null::int`
  return sql`select recipient.id as user_id, ${kind} as kind, ${contentKind} as subject_kind,
      ${contentId}::int as subject_id, page.*, null::int[] as cause_ids, null::int as actor_id, ${detail}::text as detail
    from users recipient cross join (select ${page}) as page(page_kind, page_id) where recipient.id = ${userId}`
}

const kindsOfComments = kindsWhere(({ causes }) => causes === 'comments')

/** What is visible again by now stays. */
async function withdrawContent(tx: Db, { contentKind, contentId }: Event): Promise<Outcome> {
  if (contentKind === 'user') {
    await clearInbox(tx, contentId)
    return { delivered: [], withdrawn: [] }
  }
  const about = sql`subject_kind = ${contentKind} and subject_id = ${contentId}`
  if (contentKind !== 'comment') {
    const isShown = contentKind === 'poll' ? isListedPoll('shown') : isVisible('shown')
    const isHidden = sql`not exists (select from ${sql.raw(`${contentKind}s`)} shown where shown.id = ${contentId} and ${isShown})`
    const isOnPage = sql`page_kind = ${contentKind} and page_id = ${contentId} and ${isHidden}`
    return { delivered: [], withdrawn: await withdrawCauses(tx, isOnPage, sql`cause_ids`) }
  }
  const { rows } = await tx.execute<{ kind: string; id: number; is_visible: boolean }>(sql`
    select page.kind, page.id, hidden.is_visible
    from comments hidden cross join lateral (select ${pageOf('hidden')}) as page(kind, id) where hidden.id = ${contentId}`)
  const [page] = rows
  if (!page || page.is_visible) return { delivered: [], withdrawn: [] }
  const isCause = sql`kind = any(${sql.param(kindsOfComments)}::text[]) and cause_ids && array[${contentId}::int]`
  const where = sql`page_kind = ${page.kind} and page_id = ${page.id} and ((${about}) or (${isCause}))`
  const withdrawn = await withdrawCauses(
    tx,
    where,
    sql`(case when ${about} then cause_ids else array[${contentId}::int] end)`,
  )
  return { delivered: [], withdrawn }
}
