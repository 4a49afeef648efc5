import type { CommentSort } from '@wtpu/contract/forums/comments'
import { maxPinned } from '@wtpu/contract/limits'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { comments } from '#db/schema/community.ts'
import { hasSlot } from '#db/visibility.ts'
import { decodeCursor, encodeCursor } from '#http/cursor.ts'
import { ApiError } from '#http/errors.ts'

/** A list of comments in its order: the top level of a discussion, or the replies to a comment, oldest first. */
export interface CommentList {
  discussionId: number
  parent?: number
  sort: CommentSort
}

/** The position of a comment in its list. `score` is what the order compares first, or 0 if that is the id. */
export interface Key {
  id: number
  score: number
}

/** Where a page starts. A backward page ends before its key. */
export interface Start {
  key: Key
  backward?: boolean
  /** Whether the page contains the key itself. */
  inclusive?: boolean
}

const scores = { popular: sql`(like_count - dislike_count)`, common_ground: sql`group_agreement` }
const scoreOf = ({ parent, sort }: CommentList) =>
  parent === undefined && (sort === 'popular' || sort === 'common_ground') ? scores[sort] : undefined
const isAscending = ({ parent, sort }: CommentList) => parent !== undefined || sort === 'oldest'

/** The keys of a page, in the order of the list, whatever the direction of the page. Pinned comments are not part of the order. */
export async function selectKeys(db: Db, list: CommentList, start: Start | undefined, limit: number): Promise<Key[]> {
  const descending = isAscending(list) === (start?.backward === true)
  const direction = descending ? sql`desc` : sql`asc`
  const score = scoreOf(list)
  const order = score ? sql`${score} ${direction}, id ${direction}` : sql`id ${direction}`
  const within = list.parent
    ? sql`parent_id = ${list.parent}`
    : sql`discussion_id = ${list.discussionId} and parent_id is null and pinned_at is null`
  const { rows } = await db.execute<{ id: number; score: number }>(sql`
    select id, ${scoreOf(list) ?? sql`0`} as score from ${comments}
    where ${within} and ${hasSlot()} ${start ? sql`and ${isBeyond(list, start, descending)}` : sql``}
    order by ${order} limit ${limit}`)
  return start?.backward ? rows.toReversed() : rows
}

function isBeyond(list: CommentList, { key, inclusive }: Start, descending: boolean): SQL {
  const operator = sql.raw(`${descending ? '<' : '>'}${inclusive ? '=' : ''}`)
  const score = scoreOf(list)
  if (!score) return sql`id ${operator} ${key.id}`
  return sql`(${score}, id) ${operator} (${key.score}, ${key.id})`
}

/** The key of one comment, and whether it is pinned. */
export async function findKey(
  db: Db,
  list: CommentList,
  id: number,
): Promise<(Key & { isPinned: boolean }) | undefined> {
  const { rows } = await db.execute<{ id: number; score: number; isPinned: boolean }>(sql`
    select id, ${scoreOf(list) ?? sql`0`} as score, pinned_at is not null as "isPinned"
    from ${comments} where id = ${id} and ${hasSlot()}`)
  return rows[0]
}

/** Pinned comments come first, in the order in which they were pinned. */
export async function findPinnedIds(db: Db, discussionId: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from ${comments} where discussion_id = ${discussionId} and pinned_at is not null
    order by pinned_at, id limit ${maxPinned}`)
  return rows.map(({ id }) => id)
}

const nameOf = ({ parent, sort }: CommentList) => (parent === undefined ? sort : 'replies')

export function encodeStart(list: CommentList, { id, score: points }: Key, direction?: 'backward'): string {
  return encodeCursor([nameOf(list), direction === 'backward', points, id])
}

/** @throws ApiError 400 if it is not a cursor of this list */
export function decodeStart(list: CommentList, cursor: string | undefined): Start | undefined {
  const keys = decodeCursor(cursor, ['text', 'boolean', 'signed', 'integer'])
  if (!keys) return undefined
  const [name, backward, points, id] = keys
  if (name !== nameOf(list)) {
    throw new ApiError('invalid_cursor')
  }
  return { key: { id, score: points }, backward }
}
