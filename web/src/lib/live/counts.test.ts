import type { LiveCounts } from '@wtpu/contract/live'
import { QueryObserver, type QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newTestQueryClient } from '#testing/fake-api.tsx'
import { urlKey } from '#lib/api/api.ts'
import { followCounts, noCounts } from './counts.ts'

interface Row {
  id: number
  total: number
}

const isRow = (row: object): row is Row => 'total' in row
const stops: (() => void)[] = []

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** Follows counts of rows `{ id, total }` under `/api/polls/`. Queries with `ordered` in their key are fetched again. */
function follow(queryClient: QueryClient) {
  const follower = followCounts(queryClient, {
    path: '/api/polls/',
    pick: ({ polls }) => polls,
    write: (row, newest) => {
      const counts = isRow(row) ? newest.get(row.id) : undefined
      return isRow(row) && counts && counts.version > row.total ? { ...row, total: counts.version } : row
    },
    refetchAfterMs: ({ queryKey }, moved) => (queryKey.includes('ordered') && moved.size > 0 ? 10_000 : undefined),
  })
  stops.push(follower.stop)
  return (...totals: [id: number, version: number][]) => follower.onCounts(countsOf(totals))
}

const countsOf = (totals: [id: number, version: number][]): LiveCounts => ({
  ...noCounts,
  polls: totals.map(([id, version]) => ({ id, version, total_votes: version, options: [] })),
})

function observe<T>(queryClient: QueryClient, path: string, fetchData: () => Promise<T>) {
  const observer = new QueryObserver(queryClient, { queryKey: urlKey(path), queryFn: fetchData, staleTime: Infinity })
  stops.push(observer.subscribe(() => undefined))
  return observer
}

test('writes counts into every query under the path, and keeps what does not change', () => {
  const queryClient = newTestQueryClient()
  const onCounts = follow(queryClient)
  const list = [
    { id: 1, total: 1 },
    { id: 2, total: 2 },
  ]
  const pages = {
    pages: [{ results: [{ id: 2, total: 2 }] }, { results: [{ id: 3, total: 3 }] }],
    pageParams: ['', 'x'],
  }
  queryClient.setQueryData(urlKey('/api/polls/list/'), list)
  queryClient.setQueryData(urlKey('/api/polls/pages/'), pages)
  queryClient.setQueryData(urlKey('/api/posts/list/'), list)

  onCounts([1, 5], [3, 4])

  const after = queryClient.getQueryData<Row[]>(urlKey('/api/polls/list/'))
  expect(after).toEqual([
    { id: 1, total: 5 },
    { id: 2, total: 2 },
  ])
  expect(after?.[1]).toBe(list[1])
  const pagesAfter = queryClient.getQueryData<typeof pages>(urlKey('/api/polls/pages/'))
  expect(pagesAfter?.pages[1]?.results).toEqual([{ id: 3, total: 4 }])
  expect([pagesAfter?.pages[0], pagesAfter?.pageParams]).toEqual([pages.pages[0], pages.pageParams])
  expect(pagesAfter?.pages[0]).toBe(pages.pages[0])
  expect(queryClient.getQueryData(urlKey('/api/posts/list/'))).toBe(list)
})

test('an older event changes nothing', () => {
  const queryClient = newTestQueryClient()
  const onCounts = follow(queryClient)
  queryClient.setQueryData(urlKey('/api/polls/list/'), [{ id: 1, total: 7 }])
  const before = queryClient.getQueryData(urlKey('/api/polls/list/'))
  onCounts([1, 5])
  expect(queryClient.getQueryData(urlKey('/api/polls/list/'))).toBe(before)

  onCounts([1, 9])
  onCounts([1, 8])
  expect(queryClient.getQueryData(urlKey('/api/polls/list/'))).toEqual([{ id: 1, total: 9 }])
})

test('a response that was read before an event does not replace its counts', async () => {
  const queryClient = newTestQueryClient()
  const onCounts = follow(queryClient)
  let reply: (rows: Row[]) => void = () => undefined
  observe(queryClient, '/api/polls/list/', () => new Promise<Row[]>((resolve) => (reply = resolve)))
  await vi.advanceTimersByTimeAsync(0)

  onCounts([1, 5])
  reply([
    { id: 1, total: 4 },
    { id: 2, total: 2 },
  ])
  await vi.advanceTimersByTimeAsync(0)

  expect(queryClient.getQueryData(urlKey('/api/polls/list/'))).toEqual([
    { id: 1, total: 5 },
    { id: 2, total: 2 },
  ])
})

test('counts do not make data look fetched, so it still becomes stale', async () => {
  const queryClient = newTestQueryClient()
  const onCounts = follow(queryClient)
  const queryKey = urlKey('/api/polls/list/')
  queryClient.setQueryData(queryKey, [{ id: 1, total: 1 }])
  await queryClient.invalidateQueries({ queryKey })
  const before = queryClient.getQueryState(queryKey)
  await vi.advanceTimersByTimeAsync(1000)

  onCounts([1, 5])

  const after = queryClient.getQueryState(queryKey)
  expect(after?.data).toEqual([{ id: 1, total: 5 }])
  expect([after?.isInvalidated, after?.dataUpdatedAt]).toEqual([true, before?.dataUpdatedAt])
})

test('fetches an order again at most every 10 s while counts arrive, with jitter, and other lists never', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5)
  const queryClient = newTestQueryClient()
  const onCounts = follow(queryClient)
  const fetchList = vi.fn(async () => [{ id: 1, total: 0 }])
  const fetchOrder = vi.fn(async () => [{ id: 1, total: 0 }])
  observe(queryClient, '/api/polls/list/', fetchList)
  observe(queryClient, '/api/polls/ordered/', fetchOrder)
  queryClient.setQueryData(urlKey('/api/polls/ordered/unseen/'), [{ id: 1, total: 0 }])
  await vi.advanceTimersByTimeAsync(0)

  const counted: number[] = []
  for (let second = 1; second <= 30; second++) {
    onCounts([1, second])
    await vi.advanceTimersByTimeAsync(1000)
    counted.push(fetchOrder.mock.calls.length)
  }
  // 10 s and half of the jitter after the first counts, then again after the next ones.
  expect([counted[9], counted[10], counted[20], counted[21]]).toEqual([1, 2, 2, 3])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetchOrder).toHaveBeenCalledTimes(4)
  // A repeated event moves nothing.
  onCounts([1, 30])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(fetchOrder).toHaveBeenCalledTimes(4)
  expect(fetchList).toHaveBeenCalledOnce()
})
