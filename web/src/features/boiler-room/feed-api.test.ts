import { listPosts } from '@wtpu/contract/boiler-room/posts'
import { InfiniteQueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { fakeApi, newTestQueryClient } from '#testing/fake-api.tsx'
import { makePost } from '#features/boiler-room/fixtures.ts'
import { newPostIds, postPagesQuery } from './feed-api.ts'

test('without the live stream, refetches both of two loaded pages every 5 seconds', async () => {
  vi.useFakeTimers()
  const api = fakeApi()
  api.respond(listPosts, ({ search }) =>
    search.get('cursor')
      ? { results: [makePost({ id: 1 })], next: null }
      : { results: [makePost({ id: 2 })], next: 'c2' },
  )
  const list = new InfiniteQueryObserver(newTestQueryClient(), postPagesQuery({}))
  const unsubscribe = list.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(10)
  await list.fetchNextPage()
  expect(api.callsOf(listPosts)).toHaveLength(2)

  await vi.advanceTimersByTimeAsync(5_050)
  expect(api.callsOf(listPosts)).toHaveLength(4)
  await vi.advanceTimersByTimeAsync(5_050)
  expect(api.callsOf(listPosts)).toHaveLength(6)
  unsubscribe()
})

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
