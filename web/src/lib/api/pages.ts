import {
  QueryClient,
  type InfiniteQueryObserverResult,
  type Query,
  type QueryClientConfig,
  type QueryKey,
  type RefetchOptions,
  type RefetchQueryFilters,
} from '@tanstack/react-query'

/*
 * TanStack Query runs one request per list at a time: a refetch cancels the page that is loading, and loading a page cancels
 * the refetch. Here neither is lost.
 */

/** Refetches lists that load a page once the page has arrived. */
export class PagedQueryClient extends QueryClient {
  readonly #waiting = new Set<Query>()

  constructor(config: QueryClientConfig) {
    super(config)
    this.getQueryCache().subscribe(({ type, query }) => {
      if (isLoadingPage(query) || !this.#waiting.delete(query) || type === 'removed') return
      void this.invalidateQueries({ queryKey: query.queryKey, exact: true })
    })
  }

  /** Invalidations end here too. */
  override refetchQueries<Key extends QueryKey>(filters: RefetchQueryFilters<Key> = {}, options?: RefetchOptions) {
    const loading = new Set<unknown>()
    for (const query of this.getQueryCache().findAll(filters)) {
      if (!isLoadingPage(query)) continue
      this.#waiting.add(query)
      loading.add(query)
    }
    const { predicate } = filters
    return super.refetchQueries<Key>(
      { ...filters, predicate: (query) => !loading.has(query) && (predicate?.(query) ?? true) },
      options,
    )
  }
}

function isLoadingPage({ state }: Query): boolean {
  return state.fetchStatus !== 'idle' && state.fetchMeta?.fetchMore !== undefined
}

type Direction = 'next' | 'previous'

type Pages = Pick<InfiniteQueryObserverResult, 'fetchNextPage' | 'fetchPreviousPage'>

const loads = new WeakMap<Query, Partial<Record<Direction, Promise<void>>>>()

/**
 * Loads a page of a list that is on screen, once pages that were requested before have arrived. Rejects if that fails. It is
 * requested again if a change of the list by the viewer cancels it (`cancelQueries`).
 */
export async function loadPage(client: QueryClient, queryKey: QueryKey, pages: Pages, direction: Direction) {
  const query = client.getQueryCache().find({ queryKey, exact: true })
  if (!query) return
  const running = loads.get(query) ?? {}
  loads.set(query, running)
  const other = running[direction === 'next' ? 'previous' : 'next']
  running[direction] ??= (async () => {
    if (other) await other.catch(() => undefined)
    const isRefetching = query.state.fetchStatus !== 'idle'
    await untilLoaded(query, pages, direction)
    if (isRefetching) void client.invalidateQueries({ queryKey, exact: true })
  })().finally(() => delete running[direction])
  await running[direction]
}

async function untilLoaded(query: Query, pages: Pages, direction: Direction): Promise<void> {
  const fetch = direction === 'next' ? pages.fetchNextPage : pages.fetchPreviousPage
  while (query.isActive()) {
    const before = countOf(query.state.data)
    const result = await fetch({ throwOnError: true })
    const hasMore = direction === 'next' ? result.hasNextPage : result.hasPreviousPage
    if (!hasMore || countOf(query.state.data) > before) return
  }
}

function countOf(data: unknown): number {
  return typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages)
    ? data.pages.length
    : 0
}
