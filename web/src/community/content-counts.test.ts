import { getPost, listPosts } from '@wtpu/contract/boiler-room/posts'
import { getDiscussion } from '@wtpu/contract/forums/discussions'
import type { LiveCounts } from '@wtpu/contract/live'
import { QueryObserver, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { infiniteQuery, query, urlKey } from '#lib/api/api.ts'
import { noCounts } from '#lib/live/counts.ts'
import { newTestQueryClient } from '#testing/fake-api.tsx'
import { makePost, makePostComment } from '#features/boiler-room/fixtures.ts'
import { makeComment, makeFullDiscussion } from '#features/forums/thread/fixtures.ts'
import { followContentCounts } from './content-counts.ts'

const stops: (() => void)[] = []
beforeEach(() => {
  vi.useFakeTimers()
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

function follow(queryClient: QueryClient) {
  const { onCounts, stop } = followContentCounts(queryClient)
  stops.push(stop)
  return (counts: Partial<LiveCounts>) => onCounts({ ...noCounts, ...counts })
}

/** A query that is shown. `fetches` counts how often it was fetched. */
function show<Data>(queryClient: QueryClient, queryKey: QueryKey, fetchData: () => Promise<Data>) {
  const fetches = vi.fn(fetchData)
  stops.push(
    new QueryObserver(queryClient, { queryKey, queryFn: fetches, staleTime: Infinity }).subscribe(() => undefined),
  )
  return fetches
}

const postComments = (id: number) => [...urlKey(`/api/boilerroom/posts/${id}/`), 'comments', 'pages']
const stateOf = (id: number) => [...urlKey(`/api/boilerroom/posts/${id}/`), 'state']

test('shows new counts of posts and of their comments wherever they are cached, and keeps the rest', () => {
  const queryClient = newTestQueryClient()
  const onCounts = follow(queryClient)
  const preview = makePostComment({ id: 31, post: 1, likes_count: 2 })
  const [first, second] = [makePost({ id: 1, recent_comments: [preview] }), makePost({ id: 2 })]
  const feed = infiniteQuery(listPosts, { querystring: { limit: 20 } }).queryKey
  const single = query(getPost, { params: { id: 1 } }).queryKey
  const comments = postComments(1)
  queryClient.setQueryData(feed, { pages: [{ results: [first, second], next: null }], pageParams: [''] })
  queryClient.setQueryData(single, first)
  queryClient.setQueryData(stateOf(1), { id: 1, likes_count: 0, comments_count: 1 })
  queryClient.setQueryData(comments, { pages: [{ results: [preview], next: null }], pageParams: [''] })

  onCounts({
    posts: [{ id: 1, likes_count: 70, comments_count: 8 }],
    comments: [{ id: 31, like_count: 5, dislike_count: 0 }],
  })

  const liked = { ...preview, likes_count: 5 }
  const after = { ...first, likes_count: 70, comments_count: 8, recent_comments: [liked] }
  expect(queryClient.getQueryData(feed)?.pages[0]?.results).toEqual([after, second])
  expect(queryClient.getQueryData(feed)?.pages[0]?.results[1]).toBe(second)
  expect(queryClient.getQueryData(single)).toEqual(after)
  expect(queryClient.getQueryData(stateOf(1))).toEqual({ id: 1, likes_count: 70, comments_count: 8 })
  expect(queryClient.getQueryData(comments)).toMatchObject({ pages: [{ results: [liked] }] })
})

test('shows new counts of a discussion, and of comments and replies in its thread and on walls', () => {
  const queryClient = newTestQueryClient()
  const onCounts = follow(queryClient)
  const reply = makeComment({ id: 4, parent: 3, like_count: 0 })
  const thread = [...urlKey('/api/forums/discussions/7/'), 'comments', 'pages', {}]
  const discussion = query(getDiscussion, { params: { id: 7 } }).queryKey
  const wall = urlKey('/api/comments/', { politician: 5 })
  queryClient.setQueryData(thread, { pages: [{ results: [makeComment({ id: 3, replies: [reply] })] }] })
  queryClient.setQueryData(discussion, makeFullDiscussion({ id: 7 }))
  queryClient.setQueryData(wall, [{ id: 9, like_count: 0, like_id: null }])

  onCounts({
    discussions: [{ id: 7, like_count: 6, num_comments: 12 }],
    comments: [
      { id: 4, like_count: 2, dislike_count: 3 },
      { id: 9, like_count: 1, dislike_count: 0 },
    ],
  })

  expect(queryClient.getQueryData(thread)).toMatchObject({
    pages: [{ results: [{ id: 3, replies: [{ id: 4, like_count: 2, dislike_count: 3 }] }] }],
  })
  expect(queryClient.getQueryData(discussion)).toMatchObject({ like_count: 6, num_comments: 12 })
  expect(queryClient.getQueryData(wall)).toEqual([{ id: 9, like_count: 1, like_id: null }])
})

test('counts replace those of a response that was asked for before, and of no later one', async () => {
  const queryClient = newTestQueryClient()
  const onCounts = follow(queryClient)
  const key = query(getPost, { params: { id: 1 } }).queryKey
  let reply: (likes: number) => void = () => undefined
  show(queryClient, key, () => new Promise((resolve) => (reply = (likes_count) => resolve(makePost({ likes_count })))))
  await vi.advanceTimersByTimeAsync(0)
  const likes = () => queryClient.getQueryData(key)?.likes_count

  onCounts({ posts: [{ id: 1, likes_count: 5, comments_count: 0 }] })
  reply(4)
  await vi.advanceTimersByTimeAsync(0)
  expect(likes()).toBe(5)

  // A like that was taken back since.
  void queryClient.invalidateQueries({ queryKey: key })
  await vi.advanceTimersByTimeAsync(0)
  reply(4)
  await vi.advanceTimersByTimeAsync(0)
  expect(likes()).toBe(4)

  // The answer to the viewer's own like.
  queryClient.setQueryData(key, makePost({ likes_count: 3 }))
  expect(likes()).toBe(3)
})

test('likes fetch nothing, new comments at once and then at most every ten seconds, with jitter', async () => {
  const queryClient = newTestQueryClient()
  const onCounts = follow(queryClient)
  queryClient.setQueryData(stateOf(1), { id: 1, likes_count: 0, comments_count: 0 })
  const fetches = show(queryClient, postComments(1), async () => ({ pages: [] }))
  const others = show(queryClient, postComments(2), async () => ({ pages: [] }))
  await vi.advanceTimersByTimeAsync(0)
  expect(fetches).toHaveBeenCalledTimes(1)

  onCounts({ posts: [{ id: 1, likes_count: 1, comments_count: 0 }] })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetches).toHaveBeenCalledTimes(1)

  const counted: number[] = []
  for (let second = 1; second <= 25; second++) {
    onCounts({ posts: [{ id: 1, likes_count: 1, comments_count: second }] })
    await vi.advanceTimersByTimeAsync(1_000)
    counted.push(fetches.mock.calls.length - 1)
  }
  // One second is half of the jitter.
  expect([counted[0], counted[10], counted[11], counted[21], counted[22]]).toEqual([1, 1, 2, 2, 3])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetches.mock.calls.length - 1).toBe(4)
  expect(others).toHaveBeenCalledTimes(1)
})

test('new comments on a wall are fetched', async () => {
  const queryClient = newTestQueryClient()
  const onCounts = follow(queryClient)
  const [wall, other] = [5, 6].map((politician) =>
    show(queryClient, [...urlKey('/api/comments/', { politician, limit: 20 }), 'pages'], async () => ({ pages: [] })),
  )
  await vi.advanceTimersByTimeAsync(0)

  onCounts({ walls: [5] })
  await vi.advanceTimersByTimeAsync(60_000)

  expect(wall).toHaveBeenCalledTimes(2)
  expect(other).toHaveBeenCalledTimes(1)
})
