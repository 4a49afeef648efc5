import { expect, test } from 'vitest'
import { makeComment as comment } from '#features/forums/thread/fixtures.ts'
import { addToPages, mergePages, rowsOf, type CommentPages } from './comment-pages.ts'

const page = (ids: number[], next: string | null = null) => ({
  results: ids.map((id) => comment({ id, created_at: new Date(id * 1000).toISOString() })),
  next,
})
const pages = (...list: CommentPages['pages']): CommentPages => ({ pages: list, pageParams: list.map(() => '') })
const idsOf = (data: CommentPages) => rowsOf(data).map(({ id }) => id)

test('keeps unchanged comments as the same objects', () => {
  const reply = comment({ id: 3, parent: 2, content: 'Reply' })
  const before = pages({ ...page([5]), results: [comment({ id: 5 }), comment({ id: 2, replies: [reply] })] })
  const next: CommentPages = structuredClone(before)
  next.pages[0]!.results[1]!.replies[0]!.like_count = 7
  const merged = mergePages('newest', before, next)

  expect(merged.pages[0]!.results[0]).toBe(before.pages[0]!.results[0])
  expect(merged.pages[0]!.results[1]).not.toBe(before.pages[0]!.results[1])
  expect(mergePages('newest', before, structuredClone(before))).toBe(before)
})

test('keeps comments that new ones pushed beyond the last loaded page', () => {
  const merged = mergePages('newest', pages(page([9, 8, 7], 'more')), pages(page([11, 10, 9], 'more')))
  expect(idsOf(merged)).toEqual([11, 10, 9, 8, 7])

  const popular = mergePages('popular', pages(page([1, 9, 5], 'more')), pages(page([9, 1, 3], 'more')))
  expect(idsOf(popular)).toEqual([9, 1, 3, 5])
})

test('drops deleted comments', () => {
  expect(idsOf(mergePages('newest', pages(page([9, 8, 7], 'more')), pages(page([9, 7, 6], 'more'))))).toEqual([9, 7, 6])
  expect(idsOf(mergePages('popular', pages(page([9, 8])), pages(page([9]))))).toEqual([9])
})

test('keeps a reply that the page leaves out, until it cannot be there any more', () => {
  const replies = [2, 3, 9].map((id) => comment({ id, parent: 1 }))
  const before = pages({ ...page([]), results: [comment({ id: 1, replies, reply_count: 8 })] })
  const without = (reply_count: number) =>
    pages({ ...page([]), results: [comment({ id: 1, replies: replies.slice(0, 2), reply_count })] })
  const repliesOf = (data: CommentPages) => data.pages[0]!.results[0]!.replies.map(({ id }) => id)

  expect(repliesOf(mergePages('newest', before, without(8)))).toEqual([2, 3, 9])
  expect(repliesOf(mergePages('newest', before, without(2)))).toEqual([2, 3])
})

test('adds a posted comment below the pinned ones, or at the end of a complete list of the oldest', () => {
  const pinned = { ...comment({ id: 1 }), isPinned: true }
  const list = pages({ ...page([]), results: [pinned, ...page([5, 4]).results] }, page([3]))

  expect(idsOf(addToPages(list, comment({ id: 6 }), 'newest'))).toEqual([1, 6, 5, 4, 3])
  expect(idsOf(addToPages(list, comment({ id: 6 }), 'oldest'))).toEqual([1, 5, 4, 3, 6])
  expect(idsOf(addToPages(pages(page([4, 5], 'more')), comment({ id: 6 }), 'oldest'))).toEqual([6, 4, 5])
  expect(idsOf(addToPages(list, comment({ id: 5 }), 'newest'))).toEqual([1, 5, 4, 3])
})
