import type { ForumComment } from '@wtpu/contract/forums/comments'
import { useMemo, useState } from 'react'
import { visitComments, type CommentPages } from './comment-pages.ts'

/** What is on screen of a list of comments. */
interface Shown {
  /** How many pages were loaded. */
  pages: number
  /** The comments of the list, in the order in which they are shown. */
  order: readonly number[]
  /** How many replies are left out of the page, by the id of each comment that is shown, on any level. */
  leftOut: ReadonlyMap<number, number>
}

const nothing: Shown = { pages: 0, order: [], leftOut: new Map() }

/**
 * Like `useStableList`, for comments with replies: those that others have posted since the list was loaded wait for
 * `showWaiting` on any level, so that nothing moves while it is read. What the viewer posts and further pages appear at once.
 */
export function useStableThread(data: CommentPages | undefined, viewerId: number | undefined) {
  const [shown, setShown] = useState(nothing)
  const { rows, waiting, next } = useMemo(
    () => mergeThread(data?.pages ?? [], shown, viewerId),
    [data, shown, viewerId],
  )
  // The state is set during the render, because an effect would paint one frame with the outdated list.
  if (next !== shown) setShown(next)
  return { rows, waiting, showWaiting: () => setShown(nothing) }
}

/** `waiting` has the id of each comment that waits, or of its parent if the page leaves it out. */
export function mergeThread(pages: CommentPages['pages'], shown: Shown, viewerId: number | undefined) {
  const waiting: number[] = []
  const leftOut = new Map<number, number>()
  function keep(comment: ForumComment, isLoad: boolean): ForumComment[] {
    const { id, user, reply_count, replies } = comment
    if (!isVisible(comment)) return []
    const known = shown.leftOut.get(id)
    if (!isLoad && known === undefined && user !== viewerId) {
      visitComments([comment], (one) => waiting.push(one.id))
      return []
    }
    const kept = replies.flatMap((reply) => keep(reply, isLoad))
    const missing = Math.max(0, reply_count - replies.length)
    const left = isLoad ? missing : Math.min(known ?? missing, missing)
    waiting.push(...Array.from({ length: missing - left }, () => id))
    leftOut.set(id, left)
    const count = kept.length + left
    const isSame = count === reply_count && kept.every((reply, index) => reply === replies[index])
    return [isSame ? comment : { ...comment, reply_count: count, replies: kept }]
  }
  // Each once: pages overlap when comments were added while they were loaded.
  const loaded = new Map(
    pages.flatMap(({ results }, page) => results.map((row) => [row.id, { row, isLoad: page >= shown.pages }])),
  )
  const rows = keepOrder(
    shown.order,
    [...loaded.values()].flatMap(({ row, isLoad }) => keep(row, isLoad)),
  )
  const order = rows.map(({ id }) => id)
  const isUnchanged =
    pages.length === shown.pages && sameList(order, shown.order) && sameEntries(leftOut, shown.leftOut)
  return { rows, waiting, next: isUnchanged ? shown : { pages: pages.length, order, leftOut } }
}

/** A comment without content that lost its last reply disappears. */
function isVisible({ state, reply_count }: ForumComment): boolean {
  return state === 'shown' || reply_count > 0
}

/** Comments that are on screen keep their order. Others are inserted behind the one that precedes them in the list. */
function keepOrder(order: readonly number[], fresh: readonly ForumComment[]): readonly ForumComment[] {
  const byId = new Map(fresh.map((row) => [row.id, row]))
  const rows = order.flatMap((id) => byId.get(id) ?? [])
  const known = new Set(order)
  for (const [index, row] of fresh.entries()) {
    const previous = fresh[index - 1]
    if (!known.has(row.id)) rows.splice(previous ? rows.indexOf(previous) + 1 : 0, 0, row)
  }
  return rows
}

const sameList = (a: readonly number[], b: readonly number[]) =>
  a.length === b.length && a.every((value, index) => value === b[index])

const sameEntries = (a: ReadonlyMap<number, number>, b: ReadonlyMap<number, number>) =>
  a.size === b.size && [...a].every(([key, value]) => b.get(key) === value)
