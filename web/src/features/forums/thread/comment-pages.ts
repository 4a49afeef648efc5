import type { CommentPage, CommentSort, ForumComment } from '@wtpu/contract/forums/comments'
import { replaceEqualDeep } from '@tanstack/react-query'

export interface CommentPages {
  pages: CommentPage[]
  pageParams: string[]
}

export function isCommentPages(data: unknown): data is CommentPages {
  return typeof data === 'object' && data !== null && 'pages' in data
}

/** The comments of all pages, each once: pages overlap when comments were added while they were loaded. */
export function rowsOf(data: CommentPages): readonly ForumComment[] {
  return [...new Map(data.pages.flatMap((page) => page.results).map((row) => [row.id, row])).values()]
}

/** Oldest first, as replies are listed. */
function byAge(a: ForumComment, b: ForumComment): number {
  return Date.parse(a.created_at) - Date.parse(b.created_at) || a.id - b.id
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
 * A page contains only the oldest replies below a comment. A reply that the viewer has posted stays although the page does not
 * contain it, as long as it can be among the replies that are left out.
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
