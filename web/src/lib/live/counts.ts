import type { LiveCounts } from '@wtpu/contract/live'
import type { Query, QueryClient } from '@tanstack/react-query'
import { urlKey } from '#lib/api/api.ts'
import { mapRows } from '#lib/api/cached-rows.ts'
import { randomDelayMs } from './live.ts'

interface Counted {
  id: number
  /** Counts without a version replace only those of responses that were requested before the counts arrived. */
  version?: number
}

export type Newest<Counts> = Pick<ReadonlyMap<number, Counts>, 'get'>

interface Options<Counts extends Counted> {
  /** Counts are written into the queries under this path. */
  path: string
  pick: (counts: LiveCounts) => Counts[]
  /** Returns `row` with its newest counts, or `row` itself if that is not a row of this kind or already as new. */
  write: (row: object, newest: Newest<Counts>) => object
  /**
   * For a query that also shows what the event does not carry, such as an order: how long after the event it is fetched again.
   * `moved` are the ids of the event.
   */
  refetchAfterMs?: (query: Query, moved: ReadonlySet<number>) => number | undefined
}

export type FollowCounts = (queryClient: QueryClient) => { onCounts: (counts: LiveCounts) => void; stop: () => void }

/** Beyond this number, the oldest counts are forgotten. */
const maxRemembered = 1000

/**
 * Writes the counts of the live stream into cached queries. The newest counts are remembered, because a response that was
 * read earlier may arrive later: it never replaces newer counts.
 */
export function followCounts<Counts extends Counted>(queryClient: QueryClient, options: Options<Counts>) {
  const { pick, write, refetchAfterMs } = options
  const refetches = plannedRefetches(queryClient)
  const queryKey = urlKey(options.path)
  const cache = queryClient.getQueryCache()
  const newest = new Map<number, { counts: Counts; event: number }>()
  /** The number of events so far, and when the current fetch of a query started. */
  let events = 0
  const startedAt = new WeakMap<Query, number>()

  const writeInto = (query: Query, since: number) => {
    const get = (id: number) => {
      const found = newest.get(id)
      return found && (found.counts.version !== undefined || found.event > since) ? found.counts : undefined
    }
    const data = mapRows(query.state.data, (row) => write(row, { get }))
    // Unlike `setQueryData`, this does not mark the query as fetched.
    if (data !== query.state.data) query.setState({ data })
  }
  const stopWatching = cache.subscribe((event) => {
    if (event.type !== 'updated') return
    const { action, query } = event
    if (!queryKey.every((segment, index) => query.queryKey[index] === segment)) return
    if (action.type === 'fetch') startedAt.set(query, events)
    if (action.type === 'success') writeInto(query, action.manual ? events : (startedAt.get(query) ?? events))
  })
  return {
    onCounts: (counts: LiveCounts) => {
      const moved = pick(counts).filter(
        ({ id, version = Infinity }) => version > (newest.get(id)?.counts.version ?? -1),
      )
      if (moved.length === 0) return
      events++
      for (const row of moved) remember(newest, row.id, { counts: row, event: events })
      const ids = new Set(moved.map(({ id }) => id))
      for (const query of cache.findAll({ queryKey })) {
        writeInto(query, events - 1)
        const isDue = query.isActive() && !refetches.isPlanned(query)
        const afterMs = isDue ? refetchAfterMs?.(query, ids) : undefined
        if (afterMs !== undefined) refetches.plan(query, afterMs)
      }
    },
    stop: () => {
      stopWatching()
      refetches.stop()
    },
  }
}

/** Fetches queries again after a delay, to which a random time is added. */
export function plannedRefetches(queryClient: QueryClient) {
  const timers = new Map<string, ReturnType<typeof setTimeout>>()
  const isPlanned = ({ queryHash }: Query) => timers.has(queryHash)
  return {
    isPlanned,
    /** Returns the whole delay. */
    plan(query: Query, afterMs: number): number {
      const delayMs = afterMs + randomDelayMs()
      const refetch = () => {
        timers.delete(query.queryHash)
        void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
      }
      timers.set(query.queryHash, setTimeout(refetch, delayMs))
      return delayMs
    },
    stop: () => {
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}

function remember<Value>(newest: Map<number, Value>, id: number, value: Value): void {
  // Moves the entry to the end.
  newest.delete(id)
  newest.set(id, value)
  const [oldest] = newest.keys()
  if (newest.size > maxRemembered && oldest !== undefined) newest.delete(oldest)
}

/** The counts of an event; undefined if this version of the site cannot read it. */
export function parseCounts(text: string): LiveCounts | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isCounts(value) ? { ...noCounts, ...value } : undefined
  } catch {
    return undefined
  }
}

export const noCounts: LiveCounts = { polls: [], politicians: [], posts: [], discussions: [], comments: [], walls: [] }

/** An event has a part of the lists. */
function isCounts(value: unknown): value is Partial<LiveCounts> {
  if (typeof value !== 'object' || value === null) return false
  const lists = Object.entries(value).filter(([name]) => name in noCounts)
  return lists.length > 0 && lists.every(([, list]) => Array.isArray(list))
}
