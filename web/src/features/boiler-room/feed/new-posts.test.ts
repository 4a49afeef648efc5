import { expect, test } from 'vitest'
import { newPostIds } from './new-posts.ts'

const latest = [9, 8, 7, 6].map((id) => ({ id, user: id % 2, is_trending: id > 7 }))

test.each([
  ['none if the newest post is shown', [9, 8], []],
  ['those above the first shown post', [7, 6], [9, 8]],
  ['not those that the list does not contain below the first shown post', [8, 6], [9]],
  ['all if no post is shown', [], [9, 8, 7, 6]],
])('counts %s', (_what, shown, ids) => {
  expect(newPostIds(latest, new Set(shown), () => true)).toEqual(ids)
})

test('counts only matching posts', () => {
  expect(newPostIds(latest, new Set([6]), ({ user }) => user === 1)).toEqual([9, 7])
})
