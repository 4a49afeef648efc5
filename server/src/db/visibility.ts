import type { ForumComment } from '@wtpu/contract/forums/comments'
import { appealDays } from '@wtpu/contract/limits'
import type { KindThat } from '@wtpu/contract/writing/kinds'
import { type Placeholder, sql, type SQL } from 'drizzle-orm'

/**
 * Decides what people may see. Each table has a generated column that says whether its own row is visible: `is_visible` of posts,
 * discussions, comments and polls, and `is_active` of users. Queries, indexes and searches read that column. The functions below
 * add what depends on other rows or on the time; they take the table's name or its alias in the query.
 *
 * A new state, such as hidden during a review, is one more condition in the expressions of these columns, which
 * visibility.test.ts proves for every read. tests/architecture.test.ts keeps other files from naming the columns behind them.
 */
export const visibleContent = sql.raw('deleted_at is null and removed_at is null')
export const visiblePoll = sql.raw('removed_at is null')
export const activeUser = sql.raw('deleted_at is null and blocked_at is null')

const condition = (text: string): SQL<boolean> => sql<boolean>`(${sql.raw(text)})`

const authorIsVisible = (row: string) =>
  `(select author.blocked_at is null from users author where author.id = ${row}.user_id)`

/**
 * The author is not blocked. Content of deleted accounts stays, without a name. A scalar subquery is looked up by key, row by
 * row; PostgreSQL would turn a join or `exists` into a scan of all accounts.
 */
export const hasVisibleAuthor = (row: string) => condition(authorIsVisible(row))

/** The post or discussion is visible, and its author. Queries that join the author name the author's alias. */
export function isVisible(row: string, author?: string): SQL<boolean> {
  return condition(`${row}.is_visible and ${author ? `${author}.blocked_at is null` : authorIsVisible(row)}`)
}

/** As a request knows its viewer. */
export interface ReviewViewer {
  viewerId: number
  staffId: number
}

/** The content is hidden during a review. Its author and staff still see its own page. */
export const isUnderReviewFor = (viewer: ReviewViewer, kind: KindThat<'remove'>, row: string) =>
  sql<boolean>`(not ${sql.raw(`${row}.is_visible${kind === 'poll' ? '' : ` and ${row}.deleted_at is null`}`)}
  and exists (select from moderation_cases held
    where held.kind = ${kind} and held.content_id = ${sql.raw(row)}.id and held.hidden
      and (held.author_id = ${viewer.viewerId}::int
        or exists (select from users viewer where viewer.id = ${viewer.staffId}::int and viewer.role <> 'user'))))`

/** The content is hidden by a review or a decision, for its author, who still gets it. */
export const isHidden = (row: string) => condition(`not ${row}.is_visible`)

/** The comment is visible, and the post or discussion that it is on. */
export function isVisibleComment(row = 'comments'): SQL<boolean> {
  const on = (table: string, key: string) =>
    `(select ${table}.is_visible and ${authorIsVisible(table)} from ${table} where ${table}.id = ${row}.${key})`
  return condition(`${row}.is_visible and case
    when ${row}.discussion_id is not null then ${on('discussions', 'discussion_id')}
    when ${row}.post_id is not null then ${on('posts', 'post_id')}
    else true end`)
}

/** The comment has a slot in its thread. A hidden comment keeps its slot, without its text, as long as it has replies. */
export const hasSlot = (row = 'comments') => condition(`${row}.is_visible or ${row}.reply_count > 0`)

/** A state that is neither visible nor deleted is a decision of staff, or of the viewer: see `isNotMuted`. */
export function commentState(muterId: number, row = 'comments') {
  const [isShown, isDeletedByAuthor] = [condition(`${row}.is_visible`), condition(`${row}.deleted_at is not null`)]
  const isByNotMuted = isNotMuted(muterId, sql.raw(`${row}.user_id`))
  return sql<ForumComment['state']>`case when ${isShown} and ${isByNotMuted} then 'shown' when ${isShown} then 'muted'
    when ${isDeletedByAuthor} then 'deleted' else 'removed' end`
}

/**
 * The viewer has neither muted nor blocked this user. `muterId` is the id of the viewer, or 0 if they have muted nobody. PostgreSQL
 * expects `is null` of a subquery to leave hardly any row, and sorts all; of `coalesce` it expects half.
 */
export const isNotMuted = (muterId: number | Placeholder | SQL, userId: SQL) =>
  muterId === 0
    ? sql<boolean>`true`
    : sql<boolean>`coalesce((select false from mutes_and_blocks muted
        where muted.user_id = ${muterId}::int and muted.other_id = ${userId} limit 1), true)`

/** The poll is visible to all, imported ones too. The time cannot be part of a generated column. */
export const isShownPoll = (row = 'polls') => condition(`${row}.is_visible and ${row}.published_at <= now()`)

/** The votes were cast on this site. */
export const isOwnPoll = (row = 'polls') => condition(`${row}.imported_from is null`)

/** Lists have the first of two wordings alone, which names both. */
export const isFirstWording = (row = 'polls') => condition(`coalesce(${row}.id < ${row}.twin_id, true)`)

/** Polls of circles are shown on their own pages alone. */
const isForEveryone = (row: string) => condition(`${row}.audience = 'everyone'`)

/**
 * No one is shown anything about the votes of the poll yet. No counter has them: see `raiseTotals`. Queries that read the votes
 * themselves leave these polls out.
 */
export const areResultsHidden = (row = 'polls') => condition(`${row}.reveal <> 'always' and ${row}.revealed_at is null`)

/**
 * The site's own poll, visible to all. Lists, totals and other counts read only such polls. Imported polls are shown on their own
 * pages and in searches alone.
 */
export const isListedPoll = (row = 'polls') =>
  sql<boolean>`(${isShownPoll(row)} and ${isOwnPoll(row)} and ${isForEveryone(row)})`

/**
 * The reason, its poll and the results of that are visible. That its author was blocked hides it only if it shows their name: otherwise
 * it would tell whose it is.
 */
export const isShownReason = (row = 'reasons') =>
  sql<boolean>`(${condition(`${row}.is_visible and ${row}.shown_at <= now() and (not ${row}.is_named or ${authorIsVisible(row)})`)}
    and (select ${isListedPoll('poll')} and not ${areResultsHidden('poll')} from polls poll where poll.id = ${sql.raw(row)}.poll_id))`

/** Whether everybody can read the content, in a row of its table. */
export const isShownContent = {
  post: isVisible,
  comment: isVisibleComment,
  discussion: isVisible,
  poll: isListedPoll,
  reason: isShownReason,
} satisfies Record<KindThat<'remove'>, (row: string) => SQL<boolean>>

/**
 * The poll will be published, and is visible to its creator only. By the clock, because a transaction that waited for a vote's
 * lock on the poll may have started before its publication.
 */
export const isScheduledPoll = (row = 'polls') =>
  condition(`${row}.is_visible and ${row}.published_at > clock_timestamp()`)

/** Looked up by key, row by row. */
const isSealed = (row: string) => `coalesce((select true from tally_log seal where seal.poll_id = ${row}.id), false)`

/** People can vote. A clock that goes back does not open a poll again whose ballots are sealed, or whose results were hidden. */
export const isOpenPoll = (row = 'polls', clock: 'now()' | 'statement_timestamp()' = 'now()') =>
  condition(
    `(${row}.closes_at is null or ${row}.closes_at > ${clock}) and ${row}.revealed_at is null and not ${isSealed(row)}`,
  )
/** Due answers of a closed poll are counted until it is sealed, or its hidden results are shown. */
export const isUnsealedPoll = (row = 'polls') => condition(`${row}.revealed_at is null and not ${isSealed(row)}`)
/** Published and open, whether it is shown or was removed. */
export const hasOpened = (row = 'polls') =>
  sql<boolean>`(${condition(`${row}.published_at <= now()`)} and ${isOpenPoll(row)})`
/** The site's own poll, shown, and closed within a day. */
export const hasJustClosed = (row = 'polls') =>
  condition(
    `${row}.is_visible and ${row}.imported_from is null and ${row}.closes_at between now() - interval '1 day' and now()`,
  )
export const isClosedPoll = (row = 'polls') => sql<boolean>`(not ${isOpenPoll(row)})`

/** The time of a ballot paper is over, as that of its polls. */
export const isClosedPaper = (row = 'papers') => condition(`${row}.closes_at <= now()`)
/** The paper was sent, and people can answer it. */
export const isOpenPaper = (row = 'papers') =>
  sql<boolean>`(${condition(`${row}.sent_at is not null`)} and not ${isClosedPaper(row)})`

/** The demo's roll calls are listed until real ones are imported. Polls and profiles of the demo still show them, labeled. */
export const isListedRollCall = condition(
  `roll_calls.source <> 'sample' or not exists (select from roll_calls actual where actual.source <> 'sample')`,
)

/** The search finds active users, once they have confirmed their email. */
export const isSearchable = (user = 'users') => condition(`${user}.is_active and ${user}.email_verified_at is not null`)

/** An account, or content by its author, is deleted. */
export const isDeleted = (row = 'users') => condition(`${row}.deleted_at is not null`)
export const isBlocked = (user = 'users') => condition(`${user}.blocked_at is not null`)
/** The account could write at a moment, whatever became of it since. */
export const wasActive = (at: SQL, user = 'users') =>
  sql<boolean>`(${sql.raw(user)}.created_at <= ${at}
    and coalesce(${sql.raw(user)}.deleted_at > ${at}, true) and coalesce(${sql.raw(user)}.blocked_at > ${at}, true))`
/** Suspended users read, but write nothing. */
export const isSuspended = (user = 'users') => condition(`coalesce(${user}.suspended_until > now(), false)`)
/** Nothing is published or sent in the name of this user now. */
export const isSanctioned = (user = 'users') => sql<boolean>`(${isBlocked(user)} or ${isSuspended(user)})`

/** Values of a new account of this voter, whose other accounts may be suspended or blocked, also deleted ones. */
export const inheritedSanctions = (voterId: number) => ({
  suspendedUntil: sql`(select max(other.suspended_until) from users other where other.voter_id = ${voterId}::int)`,
  blockedAt: sql`(select max(other.blocked_at) from users other where other.voter_id = ${voterId}::int)`,
})

/** Values of an update by the author, or by the owner of the account. */
export const deletion = { deletedAt: sql`now()` }

/** Values of an update by staff. The reason for a poll is only in the moderation log. */
export const pollRemoval = { removedAt: sql`now()` }
export const removal = (reason: string) => ({ ...pollRemoval, removalReason: reason })
/** The poll was hidden while it was open. Its time goes on once it is shown again. */
export const wasHiddenOpen = (row = 'polls') =>
  condition(`coalesce(${row}.removed_at < ${row}.closes_at, false) and not ${isSealed(row)}`)
/** Values of an update that shows what was removed. A poll gets back the time that it was hidden after its publication. */
export const pollRestoration = {
  removedAt: null,
  closesAt: sql`case when ${wasHiddenOpen()}
    then closes_at + greatest(now() - greatest(removed_at, published_at), interval '0') else closes_at end`,
}
export const restoration = { removedAt: null, removalReason: null }
/** Nobody can appeal any more, and nobody has appealed without an answer yet; or the author has left. */
export const isRemovedPostForGood = condition(`posts.removed_at is not null
  and (posts.removed_at < now() - interval '${appealDays + 1} days'
    or (select author.deleted_at is not null from users author where author.id = posts.user_id))
  and not exists (select from appeals join moderation_actions action on action.id = appeals.action_id
    where appeals.decided_at is null and action.subject_kind = 'post' and action.subject_id = posts.id)
  and exists (select from post_media where post_media.post_id = posts.id)`)
/** The account is deleted, and texts of it that no one sees are still stored. */
export const hasTextsToEmpty = condition('deleted_at is not null and texts_emptied_at is null')
/** Nobody can appeal any more, and nobody waits for an answer. */
export const isDeletedForGood = sql<boolean>`(${hasTextsToEmpty} and deleted_at < now() - interval '${sql.raw(String(appealDays + 1))} days'
  and not exists (select from appeals where appeals.user_id = users.id and appeals.decided_at is null))`
export const isRemoved = (row: string) => condition(`${row}.removed_at is not null`)
export const blocking = (blocked: boolean) => ({ blockedAt: blocked ? sql`now()` : null })

export type Removal = ReturnType<typeof removal>
export type Hiding = typeof deletion | Removal

/** Authors may see when it happened. */
export const timeOfDeletion = (row: string) => sql.raw(`${row}.deleted_at`)
export const timeOfRemoval = (row: string) => sql.raw(`${row}.removed_at`)
