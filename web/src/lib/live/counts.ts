import type { LiveCounts } from '@wtpu/contract/live'
import type { Query, QueryClient } from '@tanstack/react-query'
import { urlKey } from '#lib/api/api.ts'
import { randomDelayMs } from './live.ts'

interface Counted {
  id: number
  version: number
}

interface Options<Counts extends Counted> {
  /** Counts are written into the queries under this path. */
  path: string
  pick: (counts: LiveCounts) => Counts[]
  /** Returns `row` with its newest counts, or `row` itself if that is not a row of this kind or already as new. */
  write: (row: object, newest: ReadonlyMap<number, Counts>) => object
  /**
   * For a query that also shows what the event does not carry, such as an order: how long after votes it is fetched again.
   * `moved` are the ids of the event.
   */
  refetchAfterMs: (query: Query, moved: ReadonlySet<number>) => number | undefined
}

export type FollowCounts = (queryClient: QueryClient) => { onCounts: (counts: LiveCounts) => void; stop: () => void }

/** Oldest counts are forgotten beyond this number. */
const maxRemembered = 1000

/**
 * Writes the counts of the live stream into cached queries. The newest counts are remembered, because a response that was
 * read earlier may arrive later: it never replaces newer counts.
 */
export function followCounts<Counts extends Counted>(queryClient: QueryClient, options: Options<Counts>) {
  const { pick, write, refetchAfterMs } = options
  const queryKey = urlKey(options.path)
  const cache = queryClient.getQueryCache()
  const newest = new Map<number, Counts>()
  const timers = new Map<string, ReturnType<typeof setTimeout>>()

  const writeInto = (query: Query) => {
    const data = mapRows(query.state.data, (row) => write(row, newest))
    // Unlike `setQueryData`, this does not mark the query as fetched.
    if (data !== query.state.data) query.setState({ data })
  }
  const planRefetch = (query: Query, moved: ReadonlySet<number>) => {
    const afterMs = refetchAfterMs(query, moved)
    if (afterMs === undefined || timers.has(query.queryHash)) return
    const refetch = () => {
      timers.delete(query.queryHash)
      void queryClient.invalidateQueries({ queryKey: query.queryKey, exact: true })
    }
    timers.set(query.queryHash, setTimeout(refetch, afterMs + randomDelayMs()))
  }
  const stopWatching = cache.subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    if (queryKey.every((segment, index) => event.query.queryKey[index] === segment)) writeInto(event.query)
  })
  return {
    onCounts: (counts: LiveCounts) => {
      const moved = pick(counts).filter(({ id, version }) => version > (newest.get(id)?.version ?? -1))
      for (const row of moved) remember(newest, row)
      const ids = new Set(moved.map(({ id }) => id))
      for (const query of cache.findAll({ queryKey })) {
        writeInto(query)
        if (ids.size > 0 && query.isActive()) planRefetch(query, ids)
      }
    },
    stop: () => {
      stopWatching()
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}

function remember<Counts extends Counted>(newest: Map<number, Counts>, counts: Counts): void {
  // Moves the entry to the end.
  newest.delete(counts.id)
  newest.set(counts.id, counts)
  const [oldest] = newest.keys()
  if (newest.size > maxRemembered && oldest !== undefined) newest.delete(oldest)
}

/** Applies `write` to the rows of a response: one row, a list, a page or pages. What does not change keeps its identity. */
export function mapRows(data: unknown, write: (row: object) => object): unknown {
  if (typeof data !== 'object' || data === null) return data
  if (Array.isArray(data)) {
    const rows: unknown[] = data.map((row) => mapRows(row, write))
    return rows.some((row, index) => row !== data[index]) ? rows : data
  }
  const written = write(data)
  if (written !== data) return written
  const parts = Object.entries(data)
    .filter(([name]) => name === 'pages' || name === 'results' || name === 'poll')
    .map(([name, part]): [string, unknown, unknown] => [name, part, mapRows(part, write)])
    .filter(([, before, after]) => before !== after)
  return parts.length > 0 ? { ...data, ...Object.fromEntries(parts.map(([name, , after]) => [name, after])) } : data
}

/** The counts of an event; undefined if this version of the site cannot read it. */
export function parseCounts(text: string): LiveCounts | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isCounts(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isCounts(value: unknown): value is LiveCounts {
  if (typeof value !== 'object' || value === null || !('polls' in value) || !('politicians' in value)) return false
  return Array.isArray(value.polls) && Array.isArray(value.politicians)
}
