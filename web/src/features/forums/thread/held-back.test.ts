import type { ForumComment } from '@wtpu/contract/forums/comments'
import { expect, test } from 'vitest'
import { makeComment as comment } from '#features/forums/thread/fixtures.ts'
import { holdBack } from './held-back.ts'

const me = 7
const page = (...results: ForumComment[]) => ({ results, next: null })
const reply = (id: number, over: Partial<ForumComment> = {}) => comment({ id, parent: 1, ...over })
const nothing = { pages: 0, order: [], leftOut: new Map<number, number>() }

/** What is shown of `before`, then of a refetch. */
function refetch(before: ReturnType<typeof page>[], after: ReturnType<typeof page>[]) {
  const loaded = holdBack(before, nothing, me)
  expect(loaded.held).toEqual([])
  return holdBack(after, loaded.next, me)
}
const outline = (rows: readonly ForumComment[]): unknown[] =>
  rows.map(({ id, replies }) => (replies.length > 0 ? [id, ...outline(replies)] : id))

test('keeps the order of comments on screen, and holds back new ones with the replies below them', () => {
  const old = [3, 2, 1].map((id) => comment({ id }))
  const fresh = [5, 1, 2, 4, 3].map((id) => comment({ id, replies: id === 4 ? [comment({ id: 6, parent: 4 })] : [] }))
  const { rows, held } = refetch([page(...old)], [page(...fresh)])

  expect(outline(rows)).toEqual([3, 2, 1])
  expect(held).toEqual([5, 4, 6])
  expect(outline(holdBack([page(...fresh)], nothing, me).rows)).toEqual([5, 1, 2, [4, 6], 3])
})

test('shows what the viewer posts and what another page contains at once, behind what precedes it', () => {
  const [three, one] = [comment({ id: 3 }), comment({ id: 1 })]
  const mine = comment({ id: 2, user: me })

  expect(outline(refetch([page(three, one)], [page(comment({ id: 9 }), three, mine, one)]).rows)).toEqual([3, 2, 1])
  const { rows, held } = refetch([page(three)], [page(comment({ id: 9 }), three), page(one)])
  expect([outline(rows), held]).toEqual([[3, 1], [9]])
})

test('holds back new replies, and does not count them before they are shown', () => {
  const before = comment({ id: 1, replies: [reply(2)] })
  const { rows, held } = refetch([page(before)], [page(comment({ id: 1, replies: [reply(2), reply(3)] }))])

  expect([outline(rows), rows[0]?.reply_count, held]).toEqual([[[1, 2]], 1, [3]])
})

test('holds back the number of replies that the page leaves out', () => {
  const root = (reply_count: number) => comment({ id: 1, reply_count, replies: [reply(2)] })
  const { rows, held, next } = refetch([page(root(5))], [page(root(7))])

  expect([rows[0]?.reply_count, held]).toEqual([5, [1, 1]])
  expect(holdBack([page(root(4))], next, me).rows[0]?.reply_count).toBe(4)
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
  const { next } = holdBack(before, nothing, me)
  const again = holdBack(before, next, me)

  expect(again.rows[0]).toBe(before[0]?.results[0])
  expect(again.next).toBe(next)
})
