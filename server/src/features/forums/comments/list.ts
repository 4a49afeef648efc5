import { kinds } from '@wtpu/contract/writing/kinds'
import {
  type CommentPage,
  type CommentSort,
  type ForumComment,
  repliesPerComment,
  shownLevels,
} from '@wtpu/contract/forums/comments'
import { and, eq, sql } from 'drizzle-orm'
import { assertVisible } from '#writing/content.ts'
import type { Db } from '#db/client.ts'
import { comments } from '#db/schema/community.ts'
import { hasSlot } from '#db/visibility.ts'
import { slicePage } from '#http/cursor.ts'
import { notFound } from '#http/errors.ts'
import { encodeKey, findPinnedIds, selectKeys } from './order.ts'
import { selectForumComments } from './queries.ts'

interface ListRequest {
  /** See `isNotMuted`. */
  muterId: number
  discussionId: number
  sort?: CommentSort
  parent?: number
  cursor?: string
  limit?: number
}

const defaultLimit = 20
const arrayLimit = 50

/** A page of a thread. Its queries are few and bounded by the page, whatever the size of the thread. */
export async function findCommentPage(db: Db, request: ListRequest): Promise<ForumComment[] | CommentPage> {
  const { discussionId, muterId, sort = 'newest', parent, cursor } = request
  const list = { discussionId, parent, sort }
  const isPaged = [cursor, request.limit, parent].some((param) => param !== undefined)
  const limit = request.limit ?? (isPaged ? defaultLimit : arrayLimit)
  const [keys, pinned] = await Promise.all([
    selectKeys(db, list, cursor, limit + 1),
    parent === undefined && !cursor ? findPinnedIds(db, discussionId) : [],
    assertVisible(db, { kind: 'discussion', id: discussionId }),
    parent === undefined ? undefined : assertHasSlot(db, discussionId, parent),
  ])
  const { page, next } = slicePage(keys, limit, (key) => encodeKey(list, key))
  const results = await selectBranches(db, muterId, [...pinned, ...page.map(({ id }) => id)], limit)
  // With the pinned ones there can be more than the limit of an array without pages.
  return isPaged ? { results, next } : results.slice(0, arrayLimit)
}

/** @throws ApiError 404 */
async function assertHasSlot(db: Db, discussionId: number, id: number): Promise<void> {
  const isListed = and(eq(comments.id, id), eq(comments.discussionId, discussionId), hasSlot())
  if ((await db.$count(comments, isListed)) === 0) throw notFound(kinds.comment.name)
}

/**
 * These comments in their order, with the oldest comments below each. A comment is older than its replies, so the oldest ones
 * are a tree without gaps. Each level is read by an index, with fewer replies to a comment the deeper it is.
 */
async function selectBranches(db: Db, muterId: number, ids: number[], limit: number): Promise<ForumComment[]> {
  if (ids.length === 0) return []
  const replies = Math.floor((repliesPerComment * defaultLimit) / Math.max(defaultLimit, limit))
  const inBranches = sql`${comments.id} in (
    with recursive branch (id, root, level) as (
      select id, id, 0 from unnest(${sql.param(ids)}::int[]) id
      union all
      select reply.id, root, level + 1 from branch cross join lateral (
        select c.id from ${comments} c where c.parent_id = branch.id and ${hasSlot('c')}
        order by c.id limit greatest(1, ${replies}::int >> branch.level)) reply
      where level < ${shownLevels - 1})
    select id from (select id, row_number() over (partition by root order by id) as place from branch) placed
    where place <= ${replies + 1})`
  const rows = await selectForumComments(db, muterId, inBranches)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const top = new Set(ids)
  for (const row of rows) if (row.parent !== null && !top.has(row.id)) byId.get(row.parent)?.replies.push(row)
  return ids.flatMap((id) => byId.get(id) ?? [])
}
