import { liveUrl } from '@wtpu/contract/live'
import type { Query, QueryClient } from '@tanstack/react-query'
import { keyOf } from '#lib/api/api.ts'
import { openSharedStream } from './shared-live-stream.ts'

/** Whether this browser hears of changes; while it does, the intervals of the specification rest. */
let connected = false

/**
 * A `refetchInterval`: `ms` as the specification has it while the live stream is away, none while it is there. What a hint
 * asked for in vain is asked for again.
 */
export function refetchEvery(ms: number): (query: { state: { status: string } }) => number | false {
  return ({ state }) => (connected && state.status !== 'error' ? false : ms)
}

/** Listens to the server's hints and turns each into an invalidation of that path. Returns the way to stop. */
export function startLiveUpdates(queryClient: QueryClient): () => void {
  const onState = (next: boolean) => {
    if (next === connected) return
    connected = next
    if (connected) refreshAll(queryClient)
    else wakeIntervals(queryClient)
  }
  const stop = openSharedStream(liveUrl, {
    onHint: (path) => void queryClient.invalidateQueries({ queryKey: keyOf(path), predicate: movesWithHints }),
    onState,
  })
  // The stream may outlive a lost network, while what its hints asked for did not come.
  const onOnline = () => refreshAll(queryClient)
  window.addEventListener('online', onOnline)
  return () => {
    window.removeEventListener('online', onOnline)
    stop()
    onState(false)
  }
}

/**
 * A hint speaks of what everybody sees. Lists that never go stale and the viewer's own (`meta.own`: it changes with what
 * they do here) would otherwise be asked for again, by every browser, each second of a lively poll.
 */
function movesWithHints({ meta, observers }: Query): boolean {
  return meta?.['own'] !== true && !observers.some((observer) => observer.options.staleTime === Infinity)
}

/** Hints may have been missed meanwhile: all that was read by then is asked for again. */
function refreshAll(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({
    predicate: ({ state, observers }) =>
      state.dataUpdatedAt > 0 && !observers.some((observer) => observer.options.staleTime === Infinity),
  })
}

/** An observer asks for its interval only when something about it changes: here nothing else does. */
function wakeIntervals(queryClient: QueryClient): void {
  for (const query of queryClient.getQueryCache().getAll()) {
    for (const observer of query.observers) observer.setOptions(observer.options)
  }
}
