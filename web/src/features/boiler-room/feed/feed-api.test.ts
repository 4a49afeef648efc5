import { listPosts } from '@wtpu/contract/posts'
import { InfiniteQueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { fakeApi, newTestQueryClient } from '#testing/fake-api.tsx'
import { makePost } from '#features/boiler-room/fixtures.ts'
import { postPagesQuery } from './feed-api.ts'

test('without the live stream, refetches both of two loaded pages every 5 seconds', async () => {
  vi.useFakeTimers()
  const api = fakeApi()
  api.reply(listPosts, ({ search }) =>
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
