import type { ForumComment } from '@wtpu/contract/forums/comments'
import { expect, test } from 'vitest'
import { makeComment as comment } from '#features/forums/thread/fixtures.ts'
import { mergeThread } from './stable-thread.ts'

const me = 7
const page = (...results: ForumComment[]) => ({ results, next: null })
const reply = (id: number, over: Partial<ForumComment> = {}) => comment({ id, parent: 1, ...over })
const nothing = { pages: 0, order: [], leftOut: new Map<number, number>() }

/** What is shown of `before`, then of a refetch. */
function refetch(before: ReturnType<typeof page>[], after: ReturnType<typeof page>[]) {
  const loaded = mergeThread(before, nothing, me)
  expect(loaded.waiting).toEqual([])
  return mergeThread(after, loaded.next, me)
}
const outline = (rows: readonly ForumComment[]): unknown[] =>
  rows.map(({ id, replies }) => (replies.length > 0 ? [id, ...outline(replies)] : id))

test('keeps the order of comments on screen, and lets new ones wait with the replies below them', () => {
  const old = [3, 2, 1].map((id) => comment({ id }))
  const fresh = [5, 1, 2, 4, 3].map((id) => comment({ id, replies: id === 4 ? [comment({ id: 6, parent: 4 })] : [] }))
  const { rows, waiting } = refetch([page(...old)], [page(...fresh)])

  expect(outline(rows)).toEqual([3, 2, 1])
  expect(waiting).toEqual([5, 4, 6])
  expect(outline(mergeThread([page(...fresh)], nothing, me).rows)).toEqual([5, 1, 2, [4, 6], 3])
})

test('shows what the viewer posts and what another page contains at once, behind what precedes it', () => {
  const [three, one] = [comment({ id: 3 }), comment({ id: 1 })]
  const mine = comment({ id: 2, user: me })

  expect(outline(refetch([page(three, one)], [page(comment({ id: 9 }), three, mine, one)]).rows)).toEqual([3, 2, 1])
  const { rows, waiting } = refetch([page(three)], [page(comment({ id: 9 }), three), page(one)])
  expect([outline(rows), waiting]).toEqual([[3, 1], [9]])
})

test('lets new replies wait, and does not count them before they are shown', () => {
  const before = comment({ id: 1, replies: [reply(2)] })
  const { rows, waiting } = refetch([page(before)], [page(comment({ id: 1, replies: [reply(2), reply(3)] }))])

  expect([outline(rows), rows[0]?.reply_count, waiting]).toEqual([[[1, 2]], 1, [3]])
})

test('lets new replies that the page leaves out wait', () => {
  const root = (reply_count: number) => comment({ id: 1, reply_count, replies: [reply(2)] })
  const { rows, waiting, next } = refetch([page(root(5))], [page(root(7))])

  expect([rows[0]?.reply_count, waiting]).toEqual([5, [1, 1]])
  expect(mergeThread([page(root(4))], next, me).rows[0]?.reply_count).toBe(4)
})

test('drops comments that were deleted, and those without content that lost their last reply', () => {
  const gone = comment({ id: 2, state: 'deleted' })

  expect(
    outline(
      refetch([page(comment({ id: 3 }), comment({ id: 2 }), comment({ id: 1 }))], [page(gone, comment({ id: 1 }))])
        .rows,
    ),
  ).toEqual([1])
})

test('keeps unchanged comments, and what is shown, as the same objects', () => {
  const before = [page(comment({ id: 1, replies: [reply(2)] }))]
  const { next } = mergeThread(before, nothing, me)
  const again = mergeThread(before, next, me)

  expect(again.rows[0]).toBe(before[0]?.results[0])
  expect(again.next).toBe(next)
})
