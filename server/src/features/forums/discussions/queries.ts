import { selectWritten } from '#db/schema/columns.ts'
import { writtenOf } from '@wtpu/contract/schemas'
import type { Written } from '@wtpu/contract/schemas'
import {
  type Discussion,
  type DiscussionState,
  excerptMaxLength,
  type ListedDiscussion,
} from '@wtpu/contract/forums/discussions'
import { displayName } from '@wtpu/contract/accounts/names'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isoTime, isoTimeOrNull } from '#db/iso-time.ts'
import { users } from '#db/schema/accounts.ts'
import { comments, reactions } from '#db/schema/community.ts'
import { discussions, discussionTags, discussionVisits, tags } from '#db/schema/forums.ts'
import { discussionWatches } from '#db/schema/notifications.ts'
import { categories } from '#db/schema/polls.ts'
import { isUnderReviewFor, isVisible, type ReviewViewer, timeOfRemoval } from '#db/visibility.ts'
import { findTrendingIds } from './trending.ts'
import { type StoredVisit, visitMinutes } from './visits.ts'

const maxRemovedComments = 20

/** Condition on `d` (discussions) and `u` (its author). */
export const isVisibleDiscussion = isVisible('d', 'u')

/** Discussions `d` with their authors `u`. */
export const discussionsWithAuthors = sql`${discussions} d join ${users} u on u.id = d.user_id`

/** What the list and the page of a discussion have in common, from `d`, `u` and `c`, its category. */
const commonColumns = sql`
  d.id, d.title, ${selectWritten('d')}, c.name as category, d.category_id, d.user_id, u.first_name, u.last_name, u.username, u.avatar,
  ${isoTime('d.created_at')} as created_at, ${isoTime('d.updated_at')} as updated_at,
  ${isoTime('d.edited_at')} as edited_at, d.comment_count, d.view_count, d.like_count, d.locked_at is not null as is_locked, d.is_slow,
  array(select json_build_object('id', t.id, 'name', t.name) from ${discussionTags} used
    join ${tags} t on t.id = used.tag_id where used.discussion_id = d.id order by used.position) as tags`

interface DiscussionRow extends Written {
  id: number
  title: string
  description: string
  category: string
  category_id: number
  user_id: number
  first_name: string
  last_name: string
  username: string | null
  avatar: string | null
  created_at: string
  updated_at: string
  edited_at: string | null
  comment_count: number
  view_count: number
  like_count: number
  is_locked: boolean
  is_slow: boolean
  tags: ListedDiscussion['tags']
}

/** The shape that lists and single discussions share. */
function toDiscussion(row: DiscussionRow, trendingIds: readonly number[]): ListedDiscussion {
  const author = { id: row.user_id, name: displayName(row), avatar: row.avatar, username: row.username ?? '' }
  return {
    id: row.id,
    title: row.title,
    description: row.description,
    ...writtenOf(row),
    category: row.category,
    category_id: row.category_id,
    user: author.id,
    user_name: author.name,
    user_avatar: author.avatar,
    author,
    created_at: row.created_at,
    updated_at: row.updated_at,
    edited_at: row.edited_at,
    num_comments: row.comment_count,
    views: row.view_count,
    like_count: row.like_count,
    trending: trendingIds.includes(row.id),
    is_locked: row.is_locked,
    is_slow: row.is_slow,
    tags: row.tags,
  }
}

/**
 * The discussions whose ids the query `ids` selects, in its order, with everything a card shows: one query, whatever the
 * length. The ids are selected first, so that the rest is read for the discussions of the page only.
 */
export async function selectDiscussions(db: Db, ids: SQL): Promise<ListedDiscussion[]> {
  const trendingIds = await findTrendingIds(db)
  const { rows } = await db.execute<DiscussionRow>(sql`
    with page as materialized (select found.id, row_number() over () as position from (${ids}) found)
    select ${commonColumns}, left(d.description, ${excerptMaxLength}) as description
    from page join ${discussionsWithAuthors} on d.id = page.id join ${categories} c on c.id = d.category_id
    where ${isVisibleDiscussion} order by page.position`)
  return rows.map((row) => toDiscussion(row, trendingIds))
}

interface ViewedRow extends DiscussionRow {
  user_has_liked: boolean
  under_review: boolean
  can_moderate: boolean
  last_visit_at: string | null
  watch: Discussion['watch']
  visit: StoredVisit | null
  removed_comments: Discussion['removed_comments']
}

/** A discussion as its viewer sees it, with the viewer's stored visit. */
export async function findDiscussion(
  db: Db,
  id: number,
  { viewerId, staffId }: ReviewViewer,
): Promise<{ discussion: Discussion; visit: StoredVisit | null } | undefined> {
  const trendingIds = await findTrendingIds(db)
  const { rows } = await db.execute<ViewedRow>(sql`
    select ${commonColumns}, d.description, not d.is_visible as under_review,
      exists (select 1 from ${reactions} r where r.discussion_id = d.id and r.user_id = ${viewerId} and r.value = 1)
        as user_has_liked,
      coalesce((select viewer.role <> 'user' from ${users} viewer where viewer.id = ${staffId}), false) as can_moderate,
      ${isoTimeOrNull(sql`case when v.visited_at < now() - make_interval(mins => ${visitMinutes}) then v.visited_at
        else v.previous_visit_at end`)} as last_visit_at,
      case when v.user_id is not null then json_build_object(
        'seconds_since_visit', extract(epoch from now() - v.visited_at),
        'seconds_since_count', extract(epoch from now() - v.counted_at)) end as visit,
      array(${removedComments(viewerId)}) as removed_comments,
      coalesce(watch.level, case when d.user_id = ${viewerId} then 'watch' else 'normal' end) as watch
    from ${discussionsWithAuthors} join ${categories} c on c.id = d.category_id
    left join ${discussionVisits} v on v.discussion_id = d.id and v.user_id = ${viewerId}
    left join ${discussionWatches} watch on watch.discussion_id = d.id and watch.user_id = ${viewerId}
    where d.id = ${id} and (${isVisibleDiscussion} or ${isUnderReviewFor({ viewerId, staffId }, 'discussion', 'd')})`)
  const [row] = rows
  if (!row) return undefined
  const { user_has_liked, under_review, can_moderate, last_visit_at, removed_comments, watch, visit } = row
  const discussion = {
    ...toDiscussion(row, trendingIds),
    user_has_liked,
    last_visit_at,
    watch,
    can_moderate,
    ...(under_review && { under_review }),
    removed_comments,
  }
  return { discussion, visit }
}

function removedComments(viewerId: number): SQL {
  const time = timeOfRemoval('own')
  return sql`select json_build_object('id', own.id, 'content', own.text, 'reason', own.removal_reason,
      'removed_at', ${time})
    from ${comments} own where own.user_id = ${viewerId} and own.discussion_id = d.id and ${time} is not null
    order by ${time} desc, own.id desc limit ${maxRemovedComments}`
}

export async function findDiscussionState(db: Db, id: number): Promise<DiscussionState | undefined> {
  const { rows } = await db.execute<DiscussionState>(sql`
    select d.id, d.title, d.description, ${selectWritten('d')}, ${isoTime('d.edited_at')} as edited_at, ${isoTime('d.updated_at')} as updated_at,
      d.comment_count as num_comments, d.view_count as views, d.like_count, d.locked_at is not null as is_locked, d.is_slow
    from ${discussionsWithAuthors} where d.id = ${id} and ${isVisibleDiscussion}`)
  return rows[0]
}
