import { getPoll, getPollSummary, listMyVotes, listPollCategories, listPolls } from '@wtpu/contract/polls/polls'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makePoll } from '#features/polls/fixtures.ts'
import { fakeApi, newTestQueryClient } from '#testing/fake-api.tsx'
import { query } from '#lib/api/api.ts'
import { liveUpdates } from '#lib/stored-switch.ts'
import { startSiteUpdates } from '#shell/after-page/live-updates.ts'
import { noCounts } from './counts.ts'
import { startLiveUpdates } from './live-updates.ts'
import { refetchEvery } from './live.ts'

class FakeStream extends EventTarget {
  static opened: FakeStream[] = []
  closed = false
  readonly url: string

  constructor(url: string) {
    super()
    this.url = url
    FakeStream.opened.push(this)
  }

  close() {
    this.closed = true
  }

  static get last(): FakeStream {
    const last = FakeStream.opened.at(-1)
    if (!last) throw new Error('no stream was opened')
    return last
  }

  connect() {
    this.dispatchEvent(new Event('open'))
  }

  invalidate(path: string) {
    this.dispatchEvent(new MessageEvent('message', { data: path }))
  }
}

/** Long enough for the random delay before lists are fetched again, and for the fake reply. */
const jitterMs = 2010
const summary = {
  active_polls: 1,
  active_votes: 0,
  total_participants: 2,
  trending_topic: null,
  polls_ending_soon: 0,
  votes_today: 0,
}
let stop: (() => void) | undefined

beforeEach(() => {
  vi.useFakeTimers()
  FakeStream.opened = []
  vi.stubGlobal('EventSource', FakeStream)
  // Without Web Locks, the tab opens its own stream.
  vi.stubGlobal('navigator', {})
})

afterEach(() => {
  stop?.()
  stop = undefined
})

/** Long after the page was opened, so invalidations may have been missed. */
async function connectLate() {
  vi.spyOn(performance, 'now').mockReturnValue(60_000)
  FakeStream.last.connect()
  await vi.advanceTimersByTimeAsync(jitterMs)
}

async function startWithSummaryQuery() {
  const api = fakeApi()
  const queryClient = newTestQueryClient()
  api.respond(getPollSummary, summary)
  const observer = new QueryObserver(
    queryClient,
    query(getPollSummary, undefined, { refetchInterval: refetchEvery(60_000) }),
  )
  const unsubscribe = observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(10)
  stop = startLiveUpdates(queryClient, [])
  return { api, queryClient, requestCount: () => api.callsOf(getPollSummary).length, unsubscribe }
}

test('refetches at the specified interval only while the stream is disconnected', async () => {
  const { requestCount, unsubscribe } = await startWithSummaryQuery()
  expect(requestCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(30_000)
  await connectLate()
  // Connecting refetches once, because invalidations may have been missed.
  expect(requestCount()).toBe(2)
  for (let seconds = 0; seconds < 150; seconds += 15) {
    FakeStream.last.dispatchEvent(new Event('ping'))
    await vi.advanceTimersByTimeAsync(15_000)
  }
  expect(requestCount()).toBe(2)
  FakeStream.last.dispatchEvent(new Event('error'))
  await vi.advanceTimersByTimeAsync(60_010)
  expect(requestCount()).toBe(3)
  unsubscribe()
})

test('changes nothing by itself while live updates are paused, and refreshes when they are resumed', async () => {
  const { queryClient, requestCount, unsubscribe } = await startWithSummaryQuery()
  stop?.()
  stop = startSiteUpdates(queryClient)
  const stream = FakeStream.last
  liveUpdates.set(false)
  expect(stream.closed).toBe(true)
  // An interval that has begun ends with a last refetch.
  await vi.advanceTimersByTimeAsync(60_010)
  const before = requestCount()
  await vi.advanceTimersByTimeAsync(300_000)
  expect(requestCount()).toBe(before)

  liveUpdates.set(true)
  await vi.advanceTimersByTimeAsync(10)
  expect(requestCount()).toBe(before + 1)
  expect(FakeStream.last.closed).toBe(false)
  unsubscribe()
})

test('refetches nothing when the stream of a newly opened page connects, until it breaks', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(1_000)
  const { requestCount, unsubscribe } = await startWithSummaryQuery()
  FakeStream.last.connect()
  await vi.advanceTimersByTimeAsync(30_000)
  expect(requestCount()).toBe(1)

  FakeStream.last.dispatchEvent(new Event('error'))
  await vi.advanceTimersByTimeAsync(5_000)
  FakeStream.last.connect()
  await vi.advanceTimersByTimeAsync(jitterMs)
  expect(requestCount()).toBe(2)
  unsubscribe()
})

test('refetches when the stream of a newly opened page connects if a call found no network before', async () => {
  vi.spyOn(performance, 'now').mockReturnValue(1_000)
  const { api, queryClient, requestCount, unsubscribe } = await startWithSummaryQuery()
  api.failToConnect(getPollSummary)
  void queryClient.resetQueries()
  await vi.advanceTimersByTimeAsync(5_000)
  api.respond(getPollSummary, summary)
  const before = requestCount()

  FakeStream.last.connect()
  await vi.advanceTimersByTimeAsync(jitterMs)

  expect(requestCount()).toBe(before + 1)
  unsubscribe()
})

test('refetches the query of a single row only after an invalidation about this row', async () => {
  const { api, queryClient, unsubscribe } = await startWithSummaryQuery()
  api.respond(getPoll, makePoll())
  const observer = new QueryObserver(queryClient, query(getPoll, { params: { id: 7 } }, { meta: { row: true } }))
  const end = observer.subscribe(() => undefined)
  // The summary's path has the same form.
  const calls = () => api.callsOf(getPoll).filter(({ path }) => path === '/api/polls/7/')
  await connectLate()
  for (const path of ['/api/', '/api/polls/', '/api/polls/8/']) FakeStream.last.invalidate(path)
  await vi.advanceTimersByTimeAsync(jitterMs)
  expect(calls()).toHaveLength(1)

  FakeStream.last.invalidate('/api/polls/7/')
  await vi.advanceTimersByTimeAsync(10)

  expect(calls()).toHaveLength(2)
  for (const release of [end, unsubscribe]) release()
})

test('an invalidation that everything is stale joins the refresh after a reconnect', async () => {
  const { requestCount, unsubscribe } = await startWithSummaryQuery()
  vi.spyOn(performance, 'now').mockReturnValue(60_000)
  FakeStream.last.connect()
  FakeStream.last.invalidate('/api/')
  await vi.advanceTimersByTimeAsync(jitterMs)
  await vi.advanceTimersByTimeAsync(jitterMs)
  expect(requestCount()).toBe(2)
  unsubscribe()
})

test('an invalidation invalidates queries under its path and no others', async () => {
  const { api, queryClient, requestCount, unsubscribe } = await startWithSummaryQuery()
  FakeStream.last.connect()
  await vi.advanceTimersByTimeAsync(jitterMs)
  api.respond(listPolls, [])
  await queryClient.fetchQuery(query(listPolls))
  const before = requestCount()
  FakeStream.last.invalidate('/api/politicians/')
  await vi.advanceTimersByTimeAsync(jitterMs)
  expect(requestCount()).toBe(before)
  FakeStream.last.invalidate('/api/polls/')
  await vi.advanceTimersByTimeAsync(jitterMs)
  expect(requestCount()).toBe(before + 1)
  expect(queryClient.getQueryState(query(listPolls).queryKey)?.isInvalidated).toBe(true)
  unsubscribe()
})

test('retries a refetch that failed after an invalidation, at the interval and when the network is back', async () => {
  const { api, requestCount, unsubscribe } = await startWithSummaryQuery()
  FakeStream.last.connect()
  await vi.advanceTimersByTimeAsync(jitterMs)
  api.failToConnect(getPollSummary)
  FakeStream.last.invalidate('/api/polls/')
  // Includes the one retry.
  await vi.advanceTimersByTimeAsync(5_000)
  const afterFailure = requestCount()
  const ping = async (seconds: number) => {
    for (let passed = 0; passed < seconds; passed += 15) {
      FakeStream.last.dispatchEvent(new Event('ping'))
      await vi.advanceTimersByTimeAsync(15_000)
    }
  }
  await ping(60)
  expect(requestCount()).toBeGreaterThan(afterFailure)

  const before = requestCount()
  api.respond(getPollSummary, summary)
  window.dispatchEvent(new Event('online'))
  await vi.advanceTimersByTimeAsync(10)
  expect(requestCount()).toBe(before + 1)
  await ping(120)
  expect(requestCount()).toBe(before + 1)
  unsubscribe()
})

test.each([
  ['at the latest', 1, [5, 10, 15, 15]],
  ['halfway', 0.5, [2.75, 5.25, 7.75, 7.75]],
  ['at the earliest', 0, [0.5, 0.5, 0.5, 0.5]],
])(
  'reconnects a broken or rejected stream at a random time, later after each failure: %s',
  async (_, random, delays) => {
    vi.spyOn(Math, 'random').mockReturnValue(random)
    const { unsubscribe } = await startWithSummaryQuery()
    for (const seconds of delays) {
      const before = FakeStream.opened.length
      FakeStream.last.dispatchEvent(new Event('error'))
      expect(FakeStream.last.closed).toBe(true)
      await vi.advanceTimersByTimeAsync(seconds * 1000 - 1)
      expect(FakeStream.opened).toHaveLength(before)
      await vi.advanceTimersByTimeAsync(1)
      expect(FakeStream.opened).toHaveLength(before + 1)
    }
    unsubscribe()
  },
)

test('spreads refetches of lists over two seconds, after an invalidation and after reconnecting', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.9)
  const { requestCount, unsubscribe } = await startWithSummaryQuery()
  vi.spyOn(performance, 'now').mockReturnValue(60_000)
  FakeStream.last.connect()
  await vi.advanceTimersByTimeAsync(1799)
  expect(requestCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(10)
  expect(requestCount()).toBe(2)

  FakeStream.last.invalidate('/api/polls/')
  await vi.advanceTimersByTimeAsync(1000)
  // Joins the refetch that is already planned.
  FakeStream.last.invalidate('/api/polls/')
  await vi.advanceTimersByTimeAsync(799)
  expect(requestCount()).toBe(2)
  await vi.advanceTimersByTimeAsync(10)
  expect(requestCount()).toBe(3)
  await vi.advanceTimersByTimeAsync(5000)
  expect(requestCount()).toBe(3)
  unsubscribe()
})

test('refetches a single item without delay', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.9)
  const { api, queryClient, unsubscribe } = await startWithSummaryQuery()
  api.respond(getPoll, makePoll())
  const observer = new QueryObserver(queryClient, query(getPoll, { params: { id: 7 } }))
  const end = observer.subscribe(() => undefined)
  FakeStream.last.connect()
  await vi.advanceTimersByTimeAsync(jitterMs)
  const before = api.callsOf(getPoll).length

  FakeStream.last.invalidate('/api/polls/7/')
  await vi.advanceTimersByTimeAsync(10)

  expect(api.callsOf(getPoll)).toHaveLength(before + 1)
  for (const release of [end, unsubscribe]) release()
})

test('passes on counts, ignores events it cannot read, and fetches nothing', async () => {
  const { queryClient, requestCount, unsubscribe } = await startWithSummaryQuery()
  stop?.()
  const follower = { onCounts: vi.fn(), stop: vi.fn() }
  stop = startLiveUpdates(queryClient, [() => follower])
  FakeStream.last.connect()
  await vi.advanceTimersByTimeAsync(jitterMs)
  const before = requestCount()

  for (const data of ['not JSON', '{"polls":7}', '{"others":[]}', 'null', '{"walls":[5]}']) {
    FakeStream.last.dispatchEvent(new MessageEvent('counts', { data }))
  }
  await vi.advanceTimersByTimeAsync(30_000)

  expect(follower.onCounts.mock.calls).toEqual([[{ ...noCounts, walls: [5] }]])
  expect(requestCount()).toBe(before)
  stop()
  expect(follower.stop).toHaveBeenCalledOnce()
  unsubscribe()
})

test('reconnects a stream that has been silent for 40 s', async () => {
  const { unsubscribe } = await startWithSummaryQuery()
  FakeStream.last.connect()
  await vi.advanceTimersByTimeAsync(39_999)
  expect(FakeStream.last.closed).toBe(false)
  const silent = FakeStream.last
  await vi.advanceTimersByTimeAsync(1)
  expect(silent.closed).toBe(true)
  await vi.advanceTimersByTimeAsync(5000)
  expect(FakeStream.opened).toHaveLength(2)
  unsubscribe()
})

test('fetches what only the viewer sees when another device has changed it, unless this tab has fetched it since', async () => {
  const { api, queryClient, unsubscribe } = await startWithSummaryQuery()
  api.respond(listMyVotes, [])
  const votes = query(listMyVotes, {}, { meta: { own: true } })
  const end = new QueryObserver(queryClient, votes).subscribe(() => undefined)
  FakeStream.last.connect()
  await vi.advanceTimersByTimeAsync(jitterMs)
  const before = api.callsOf(listMyVotes).length
  const change = () => FakeStream.last.dispatchEvent(new MessageEvent('own', { data: '/api/polls/my-votes/' }))

  change()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(api.callsOf(listMyVotes)).toHaveLength(before + 1)

  await vi.advanceTimersByTimeAsync(1)
  change()
  await vi.advanceTimersByTimeAsync(1)
  await queryClient.invalidateQueries({ queryKey: votes.queryKey })
  await vi.advanceTimersByTimeAsync(1_000)
  expect(api.callsOf(listMyVotes)).toHaveLength(before + 2)
  unsubscribe()
  end()
})

test('an invalidation does not refetch lists that never go stale or queries of the viewer’s own data', async () => {
  const { api, queryClient, requestCount, unsubscribe } = await startWithSummaryQuery()
  api.respond(listPollCategories, [])
  api.respond(listMyVotes, [])
  const quiet = [
    new QueryObserver(queryClient, query(listPollCategories, {}, { staleTime: Infinity })),
    new QueryObserver(queryClient, query(listMyVotes, {}, { meta: { own: true } })),
  ].map((observer) => observer.subscribe(() => undefined))
  FakeStream.last.connect()
  await vi.advanceTimersByTimeAsync(jitterMs)
  const before = [requestCount(), api.callsOf(listPollCategories).length, api.callsOf(listMyVotes).length]

  FakeStream.last.invalidate('/api/polls/')
  await vi.advanceTimersByTimeAsync(jitterMs)

  expect(requestCount()).toBe((before[0] ?? 0) + 1)
  expect([api.callsOf(listPollCategories).length, api.callsOf(listMyVotes).length]).toEqual(before.slice(1))
  for (const end of [unsubscribe, ...quiet]) end()
})
