import type { CommentPage, CommentSort, ForumComment } from '@wtpu/contract/forums/comments'
import { replaceEqualDeep, type InfiniteData } from '@tanstack/react-query'
import { useState } from 'react'

export type CommentPages = InfiniteData<CommentPage, string>

export function isCommentPages(data: unknown): data is CommentPages {
  return typeof data === 'object' && data !== null && 'pages' in data
}

/** The comments of all pages, each once: pages overlap when comments were added while they were loaded. */
export function rowsOf(data: CommentPages | undefined): readonly ForumComment[] {
  return [...new Map(data?.pages.flatMap((page) => page.results).map((row) => [row.id, row])).values()]
}

/** Oldest first, as replies are listed. */
export function byAge(a: ForumComment, b: ForumComment): number {
  return Date.parse(a.created_at) - Date.parse(b.created_at) || a.id - b.id
}

/** A comment without content that lost its last reply disappears. */
export function isVisible({ state, reply_count }: ForumComment): boolean {
  return state === 'shown' || reply_count > 0
}

/** Calls `visit` with each comment and its replies. */
export function visitComments(comments: readonly ForumComment[], visit: (comment: ForumComment) => void): void {
  for (const comment of comments) {
    visit(comment)
    visitComments(comment.replies, visit)
  }
}

/** Adds a comment that was just posted at its position in the list, or at the start if that position is not loaded. */
export function addToPages(data: CommentPages, comment: ForumComment, order: CommentSort): CommentPages {
  const atEnd = order === 'oldest' && data.pages.at(-1)?.next === null
  const target = atEnd ? data.pages.length - 1 : 0
  return {
    ...data,
    pages: data.pages.map((page, index) => {
      const others = page.results.filter(({ id }) => id !== comment.id)
      if (index !== target) return { ...page, results: others }
      const pinned = atEnd ? others : others.filter(({ isPinned }) => isPinned)
      return { ...page, results: [...pinned, comment, ...others.filter((other) => !pinned.includes(other))] }
    }),
  }
}

/**
 * Merges refetched pages into the loaded ones: unchanged comments stay the same objects, and comments that others have
 * pushed beyond the last loaded page are kept, so that they do not disappear while they are read.
 */
export function mergePages(order: CommentSort, before: unknown, next: CommentPages): CommentPages {
  if (!isCommentPages(before)) return next
  const known = new Map(rowsOf(before).map((row) => [row.id, row]))
  const complete = next.pages.map((page) => ({
    ...page,
    results: page.results.map((row) => keepResponses(known.get(row.id), row)),
  }))
  const merged: CommentPages = replaceEqualDeep(before, { ...next, pages: complete })
  const last = merged.pages.at(-1)
  if (merged === before || !last || last.next === null) return merged
  const found = new Set(rowsOf(merged).map(({ id }) => id))
  const isBeyondEnd = beyond(last.results.at(-1), order)
  const pushed = rowsOf(before).filter((row) => !found.has(row.id) && row.state === 'shown' && isBeyondEnd(row))
  if (pushed.length === 0) return merged
  return { ...merged, pages: [...merged.pages.slice(0, -1), { ...last, results: [...last.results, ...pushed] }] }
}

/**
 * A page contains only the first replies to a comment, and with `around` also the linked reply. The linked reply stays
 * although later pages do not contain it, as long as it can be among the replies that they leave out.
 */
function keepResponses(before: ForumComment | undefined, next: ForumComment): ForumComment {
  if (!before || before === next) return next
  const known = new Map(before.replies.map((reply) => [reply.id, reply]))
  const fresh = next.replies.map((reply) => keepResponses(known.get(reply.id), reply))
  const found = new Set(fresh.map(({ id }) => id))
  const left = Math.max(0, next.reply_count - fresh.length)
  const kept = before.replies.filter(({ id, state }) => !found.has(id) && state === 'shown').slice(0, left)
  return { ...next, replies: kept.length > 0 ? [...fresh, ...kept].toSorted(byAge) : fresh }
}

/** Whether a comment that is missing from the loaded pages may be listed behind them. Likes do not tell. */
function beyond(last: ForumComment | undefined, order: CommentSort): (row: ForumComment) => boolean {
  if (!last || order === 'popular' || order === 'common_ground') return () => true
  return (row) => (order === 'oldest' ? byAge(row, last) > 0 : byAge(row, last) < 0)
}

/**
 * Merges a refetched list into the rows on screen, which keep their order. Rows that `accepts` returns true for are inserted
 * behind the row that precedes them in the list; the others are returned as new items.
 */
export function mergeNewItems<T extends { id: number }>(
  shownIds: readonly number[],
  fresh: readonly T[],
  accepts: (row: T) => boolean,
): { rows: readonly T[]; newItems: readonly T[] } {
  const byId = new Map(fresh.map((row) => [row.id, row]))
  const known = new Set(shownIds)
  const newItems: T[] = []
  const inserted = new Map<number, T[]>()
  let previous = 0
  for (const row of fresh) {
    if (known.has(row.id)) previous = row.id
    else if (accepts(row)) inserted.set(previous, [...(inserted.get(previous) ?? []), row])
    else newItems.push(row)
  }
  const kept = shownIds.flatMap((id) => byId.get(id) ?? []).flatMap((row) => [row, ...(inserted.get(row.id) ?? [])])
  return { rows: [...(inserted.get(0) ?? []), ...kept], newItems }
}

/**
 * The rows of a list that is refetched. Rows of the first load, rows of a page that the viewer loaded (`loads` counts the
 * pages) and the viewer's own rows appear at once. Other rows are new items until `showNewItems` is called.
 */
export function useNewItems(fresh: readonly ForumComment[], loads: number, viewerId: number | undefined) {
  const [shown, setShown] = useState<{ ids: readonly number[]; loads: number }>()
  const isLoad = shown?.loads !== loads
  const accepts = ({ user }: ForumComment) => isLoad || user === viewerId
  const { rows, newItems } = mergeNewItems(shown?.ids ?? [], fresh, accepts)
  // The state is set during the render, because an effect would paint one frame with the outdated list.
  if (isLoad || rows.length !== shown.ids.length || rows.some((row, index) => row.id !== shown.ids[index]))
    setShown({ ids: rows.map(({ id }) => id), loads })
  return { rows, newItems, showNewItems: () => setShown({ ids: [], loads: -1 }) }
}
