import { getPollSummary } from '@wtpu/contract/polls/polls'
import { notifyManager, QueryObserver } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeApi, newTestQueryClient } from '#testing/fake-api.tsx'
import { query } from './api.ts'

const summary = {
  active_polls: 1,
  active_votes: 0,
  total_participants: 2,
  trending_topic: null,
  polls_ending_soon: 0,
  votes_today: 0,
}

beforeEach(() => void vi.useFakeTimers())

/** A query that is shown and has failed. Collects each change of its status. */
async function showFailed() {
  const api = fakeApi()
  const queryClient = newTestQueryClient()
  api.respondError(getPollSummary, { status: 500 })
  const observer = new QueryObserver(queryClient, query(getPollSummary))
  const seen: string[] = []
  // What `useQuery` reads, and when.
  const read = notifyManager.batchCalls(() => {
    const { status, fetchStatus } = observer.getCurrentResult()
    seen.push(`${status} ${fetchStatus}`)
  })
  const hide = observer.subscribe(read)
  await vi.advanceTimersByTimeAsync(10)
  expect(new Set(seen.splice(0))).toEqual(new Set(['pending fetching', 'error idle']))
  return { api, queryClient, observer, seen, hide }
}

test('keeps an error while the query is fetched again, until it succeeds', async () => {
  const { api, observer, seen, hide } = await showFailed()

  await Promise.all([observer.refetch(), vi.advanceTimersByTimeAsync(10)])
  expect(new Set(seen.splice(0))).toEqual(new Set(['error fetching', 'error idle']))

  api.respond(getPollSummary, summary)
  await Promise.all([observer.refetch(), vi.advanceTimersByTimeAsync(10)])
  expect(new Set(seen)).toEqual(new Set(['error fetching', 'success idle']))
  expect(observer.getCurrentResult().error).toBeNull()
  hide()
})

test('forgets an error that nothing shows any more', async () => {
  const { queryClient, hide } = await showFailed()
  hide()

  const again = new QueryObserver(queryClient, query(getPollSummary))
  hide()
  const stop = again.subscribe(() => undefined)

  expect(again.getCurrentResult().status).toBe('pending')
  await vi.advanceTimersByTimeAsync(10)
  expect(again.getCurrentResult().status).toBe('error')
  stop()
})

test('a reset query is pending', async () => {
  const { queryClient, observer, hide } = await showFailed()

  const done = queryClient.resetQueries({ queryKey: query(getPollSummary).queryKey })

  expect(observer.getCurrentResult().status).toBe('pending')
  await Promise.all([done, vi.advanceTimersByTimeAsync(10)])
  hide()
})
