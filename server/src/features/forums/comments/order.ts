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

const scores = { popular: sql`(like_count - dislike_count)`, common_ground: sql`group_agreement` }
const scoreOf = ({ parent, sort }: CommentList) =>
  parent === undefined && (sort === 'popular' || sort === 'common_ground') ? scores[sort] : undefined
const nameOf = ({ parent, sort }: CommentList) => (parent === undefined ? sort : 'replies')

/** The keys of a page, which starts after `cursor`. Pinned comments are not part of the order. */
export async function selectKeys(db: Db, list: CommentList, cursor: string | undefined, limit: number): Promise<Key[]> {
  const after = decodeKey(list, cursor)
  const isAscending = list.parent !== undefined || list.sort === 'oldest'
  const direction = isAscending ? sql`asc` : sql`desc`
  const score = scoreOf(list)
  const order = score ? sql`${score} ${direction}, id ${direction}` : sql`id ${direction}`
  const within = list.parent
    ? sql`parent_id = ${list.parent}`
    : sql`discussion_id = ${list.discussionId} and parent_id is null and pinned_at is null`
  const { rows } = await db.execute<Pick<Key, keyof Key>>(sql`
    select id, ${score ?? sql`0`} as score from ${comments}
    where ${within} and ${hasSlot()} ${after ? sql`and ${isBeyond(after, score, isAscending)}` : sql``}
    order by ${order} limit ${limit}`)
  return rows
}

function isBeyond(after: Key, score: SQL | undefined, isAscending: boolean): SQL {
  const operator = isAscending ? sql`>` : sql`<`
  return score ? sql`(${score}, id) ${operator} (${after.score}, ${after.id})` : sql`id ${operator} ${after.id}`
}

/** Pinned comments come first, in the order in which they were pinned. */
export async function findPinnedIds(db: Db, discussionId: number): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from ${comments} where discussion_id = ${discussionId} and pinned_at is not null
    order by pinned_at, id limit ${maxPinned}`)
  return rows.map(({ id }) => id)
}

export function encodeKey(list: CommentList, { id, score }: Key): string {
  return encodeCursor([nameOf(list), score, id])
}

/** @throws ApiError 400 if it is not a cursor of this list */
function decodeKey(list: CommentList, cursor: string | undefined): Key | undefined {
  const keys = decodeCursor(cursor, ['text', 'signed', 'integer'])
  if (!keys) return undefined
  const [name, score, id] = keys
  if (name !== nameOf(list)) throw new ApiError('invalid_cursor')
  return { id, score }
}
