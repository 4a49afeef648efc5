import { liveUrl } from '@wtpu/contract/live'
import type { Query, QueryClient } from '@tanstack/react-query'
import { urlKey } from '#lib/api/api.ts'
import { discardPrefetched } from '#lib/api/prefetched.ts'
import { type FollowCounts, parseCounts } from './counts.ts'
import { ApiFailure, isPermanentFailure } from '#lib/api/request.ts'
import { randomDelayMs, isConnected, setConnected } from './live.ts'
import { identifyStreams } from './identify.ts'
import type { OnState } from './live-stream.ts'
import { openSharedStream } from './shared-live-stream.ts'
import { learnRelease } from '#lib/release.ts'

/**
 * Invalidates the queries under each path that the server reports as changed, and passes on the counts it sends. Returns
 * a stop function.
 */
export function startLiveUpdates(queryClient: QueryClient, follow: readonly FollowCounts[]): () => void {
  const followers = follow.map((start) => start(queryClient))
  const later = delayedTasks()
  const onState: OnState = (next, missedInvalidations) => {
    if (next === isConnected()) return
    setConnected(next)
    restartIntervals(queryClient)
    // Random, because all browsers reconnect after a restart of the server.
    if (next && (missedInvalidations || hasLostNetwork(queryClient)))
      later.run('refresh', randomDelayMs(), () => refreshAll(queryClient))
  }
  const identity = identifyStreams()
  let ownEvents = 0
  const stop = openSharedStream(liveUrl, {
    onInvalidation: (path) => {
      discardPrefetched()
      const isItem = hasId.test(path)
      const predicate = (query: Query) => isRefetchedOnInvalidation(query) && (isItem || !isRow(query))
      const invalidate = () => void queryClient.invalidateQueries({ queryKey: urlKey(path), predicate })
      // Few browsers show the item with a certain id, but a list is shown by many.
      if (isItem) invalidate()
      // A refresh covers everything.
      else later.run(path === '/api/' ? 'refresh' : path, randomDelayMs(), invalidate)
    },
    onCounts: (text) => {
      const counts = parseCounts(text)
      if (counts) for (const follower of followers) follower.onCounts(counts)
    },
    onTicket: identity.onTicket,
    onRelease: learnRelease,
    // Only this viewer gets the event, so there is no crowd to spread.
    onNews: () => void queryClient.invalidateQueries({ queryKey: urlKey('/api/notifications/') }),
    onOwn: (path) => {
      const queryKey = urlKey(path)
      const found = queryClient.getQueryCache().findAll({ queryKey })
      const counts = new Map(found.map((query) => [query, query.state.dataUpdateCount]))
      // What is being fetched may have been read before the change.
      void queryClient.invalidateQueries({ queryKey, predicate: ({ state }) => state.fetchStatus === 'fetching' })
      // The tab that made the change fetches its outcome by itself.
      const isAsBefore = (query: Query) => counts.get(query) === query.state.dataUpdateCount
      const refetch = () => void queryClient.invalidateQueries({ queryKey, predicate: isAsBefore })
      later.run(`own ${++ownEvents}`, ownDelayMs, refetch)
    },
    onState,
  })
  // The stream may survive a short network loss during which refetches failed.
  const onOnline = () => refreshAll(queryClient)
  window.addEventListener('online', onOnline)
  return () => {
    window.removeEventListener('online', onOnline)
    identity.stop()
    stop()
    onState(false)
    later.cancelAll()
    for (const follower of followers) follower.stop()
  }
}

const ownDelayMs = 1_000

const hasId = /\/\d+\//

/** Runs tasks after a delay. A task whose name is already waiting is not added again. */
function delayedTasks() {
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  return {
    run: (name: string, delayMs: number, task: () => void) => {
      if (timers.has(name)) return
      const runTask = () => {
        timers.delete(name)
        task()
      }
      timers.set(name, setTimeout(runTask, delayMs))
    },
    cancelAll: () => {
      for (const timer of timers.values()) clearTimeout(timer)
      timers.clear()
    },
  }
}

/**
 * An invalidation is about public data. Lists that never go stale and the viewer's own data (`meta.own`, which the viewer's actions
 * and `news` events invalidate) are skipped. Otherwise every browser would refetch them each second while a poll is busy.
 */
function isRefetchedOnInvalidation({ meta, observers }: Query): boolean {
  return meta?.['own'] !== true && !observers.some((observer) => observer.options.staleTime === Infinity)
}

/** The query of a single row (`meta.row`) is only for invalidations about that row. Its list contains the same data. */
const isRow = ({ meta }: Query) => meta?.['row'] === true

/** Invalidations may have been missed while disconnected, so invalidate everything that has been fetched, or failed to be. */
function refreshAll(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({
    predicate: (query) => {
      const { state, observers } = query
      if (isRow(query)) return false
      return state.dataUpdatedAt > 0
        ? !observers.some((observer) => observer.options.staleTime === Infinity)
        : state.status === 'error' && !isPermanentFailure(state.error)
    },
  })
}

/** A call found no network before the stream was there to fetch it again. */
function hasLostNetwork(queryClient: QueryClient): boolean {
  const queries = queryClient.getQueryCache().getAll()
  return queries.some(({ state: { error } }) => error instanceof ApiFailure && error.status === 0)
}

/** Sets each observer's options again, because only that makes it re-evaluate its refetch interval. */
function restartIntervals(queryClient: QueryClient): void {
  for (const query of queryClient.getQueryCache().getAll()) {
    for (const observer of query.observers) observer.setOptions(observer.options)
  }
}
