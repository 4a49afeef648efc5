import { type CommentPage, type CommentSort, type ForumComment, shownLevels } from '@wtpu/contract/forums/comments'
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { assertVisible, contentNames } from '#community/content.ts'
import type { Db } from '#db/client.ts'
import { comments } from '#db/schema/community.ts'
import { hasSlot } from '#db/visibility.ts'
import { notFound } from '#http/errors.ts'
import { type CommentList, decodeStart, encodeStart, findKey, findPinnedIds, type Key, selectKeys } from './order.ts'
import { selectForumComments } from './queries.ts'

interface ListRequest {
  /** See `isNotMuted`. */
  muterId: number
  discussionId: number
  sort?: CommentSort
  parent?: number
  around?: number
  levels?: number
  cursor?: string
  limit?: number
}

const defaultLimit = 20
const defaultReplies = 10
const arrayLimit = 50

/** A page of a thread. Its queries are few and bounded by the page, whatever the size of the thread. */
export async function findCommentPage(db: Db, request: ListRequest): Promise<ForumComment[] | CommentPage> {
  const { discussionId, muterId, sort = 'newest', parent, around, cursor, levels = shownLevels } = request
  const list = { discussionId, parent, sort }
  const isPaged = [cursor, request.limit, parent, around].some((param) => param !== undefined)
  const limit = request.limit ?? (isPaged ? (parent === undefined ? defaultLimit : defaultReplies) : arrayLimit)
  const path = await findPath(db, request)
  const chain = chainWithin(path, parent)
  const anchor = chain[0] === undefined ? undefined : await findKey(db, list, chain[0])
  if (chain.length > 0 && !anchor) throw notFound(contentNames.comment)
  const slice =
    anchor && !anchor.isPinned
      ? await findSliceAround(db, list, anchor, limit)
      : await findSlice(db, list, decodeStart(list, cursor), limit)
  const pinned = slice.isStart && parent === undefined ? await findPinnedIds(db, discussionId) : []
  const ids = [...pinned, ...slice.keys.map(({ id }) => id)]
  const results = await selectBranches(db, muterId, { ids, levels, chain })
  if (!isPaged) return results.slice(0, arrayLimit)
  return { results, next: slice.next, previous: slice.previous, ...(path && { path: path.slice(0, -1) }) }
}

/**
 * The ids from the top level to the comment `around`, if there is one. Also checks that the discussion, `parent` and `around`
 * are visible. @throws ApiError 404
 */
async function findPath(db: Db, { discussionId, parent, around }: ListRequest): Promise<number[] | undefined> {
  const wanted = [parent, around].filter((id) => id !== undefined)
  const [found] = await Promise.all([
    wanted.length === 0
      ? []
      : db
          .select({ id: comments.id, path: comments.path })
          .from(comments)
          .where(and(inArray(comments.id, wanted), eq(comments.discussionId, discussionId), hasSlot())),
    assertVisible(db, { kind: 'discussion', id: discussionId }),
  ])
  if (wanted.some((id) => !found.some((match) => match.id === id))) throw notFound(contentNames.comment)
  const target = found.find((match) => match.id === around)
  const path = target && [...target.path, target.id]
  if (path && parent !== undefined && !path.includes(parent)) throw notFound(contentNames.comment)
  return path
}

/** The part of the path that is in the list: below `parent`. */
function chainWithin(path: number[] | undefined, parent: number | undefined): number[] {
  if (!path) return []
  return parent === undefined ? path : path.slice(path.indexOf(parent) + 1)
}

interface Slice {
  keys: Key[]
  next: string | null
  previous: string | null
  isStart: boolean
}

async function findSlice(
  db: Db,
  list: CommentList,
  start: ReturnType<typeof decodeStart>,
  limit: number,
): Promise<Slice> {
  const found = await selectKeys(db, list, start, limit + 1)
  const hasMore = found.length > limit
  if (!start?.backward) {
    return cut(list, found.slice(0, limit), { before: start !== undefined, after: hasMore })
  }
  return cut(list, hasMore ? found.slice(1) : found, { before: hasMore, after: true })
}

/** The page that contains this comment, with some of the comments before it. */
async function findSliceAround(db: Db, list: CommentList, key: Key, limit: number): Promise<Slice> {
  const maxBefore = Math.floor(limit / 4)
  const [before, after] = await Promise.all([
    selectKeys(db, list, { key, backward: true }, maxBefore + 1),
    selectKeys(db, list, { key, inclusive: true }, limit + 1),
  ])
  const shownBefore = before.length > maxBefore ? before.slice(1) : before
  const count = limit - shownBefore.length
  const keys = [...shownBefore, ...after.slice(0, count)]
  return cut(list, keys, { before: before.length > maxBefore, after: after.length > count })
}

/** Adds the cursors of the pages on both sides. */
function cut(list: CommentList, keys: Key[], more: { before: boolean; after: boolean }): Slice {
  const [first, last] = [keys[0], keys.at(-1)]
  return {
    keys,
    next: more.after && last ? encodeStart(list, last) : null,
    previous: more.before && first ? encodeStart(list, first, 'backward') : null,
    isStart: !more.before,
  }
}

/** Replies that a page shows below each comment of the level above, from the second level. The others are loaded on request. */
const firstReplies = [3, 1, 1]

interface Branches {
  /** The comments of the page, in order. */
  ids: number[]
  /** How many levels to show, including the page itself. */
  levels: number
  /** Comments to include, one of each level, starting with one of `ids`. Each replies to the one before. */
  chain: number[]
}

/** Comments with their first replies. One query, which reads each branch by an index, whatever the size of the thread. */
async function selectBranches(db: Db, muterId: number, { ids, levels, chain }: Branches): Promise<ForumComment[]> {
  if (ids.length === 0) return []
  const rows = await selectForumComments(db, muterId, sql`${comments.id} in (${branchIds(ids, levels, chain)})`)
  const byId = new Map(rows.map((row) => [row.id, row]))
  const top = new Set(ids)
  for (const row of rows) if (row.parent !== null && !top.has(row.id)) byId.get(row.parent)?.replies.push(row)
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function branchIds(ids: number[], levels: number, chain: number[]): SQL {
  const parts = [sql`level1 as (select id from unnest(${sql.param(ids)}::int[]) id)`]
  const names = [sql`level1`]
  for (const [index, limit] of firstReplies.slice(0, levels - 1).entries()) {
    const above = sql.identifier(`level${index + 1}`)
    const name = sql.identifier(`level${index + 2}`)
    const extra = chain[index + 1]
    parts.push(sql`${name} as (
      select reply.id from ${above} above cross join lateral (
        select c.id from ${comments} c where c.parent_id = above.id and ${hasSlot('c')} order by c.id limit ${limit}) reply
      ${extra === undefined ? sql`` : sql`union select ${extra}::int`})`)
    names.push(sql`${name}`)
  }
  const all = names.map((name) => sql`select id from ${name}`)
  return sql`with ${sql.join(parts, sql`, `)} ${sql.join(all, sql` union all `)}`
}
