import {
  QueryClient,
  type InfiniteData,
  type InfiniteQueryObserverResult,
  type MutationOptions,
  type Query,
  type QueryClientConfig,
  type QueryKey,
  type RefetchOptions,
  type RefetchQueryFilters,
} from '@tanstack/react-query'
import { getSession, pendingIfExpired } from '#lib/session/session.ts'

/** The row type of a list response, which is an array or `{ results }`. */
type Row<Response> = Response extends readonly (infer R)[] ? R : Response extends { results: (infer R)[] } ? R : never

/** One page of a list. The optional fields are set if the endpoint sends them. */
export interface ListPage<Response> {
  results: Row<Response>[]
  next: string | null
  count?: number
  total?: number
  corrected?: string
  counts?: Record<string, number>
  oldest_opened_at?: string | null
}

/** A list response is an array or `{ results, next }`; `next` is a cursor, or a URL that contains one. */
export function toListPage<Response>(response: Response): ListPage<Response> {
  if (Array.isArray(response)) return { results: response, next: null }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the contract has only these two list shapes
  const page = response as ListPage<Response>
  return { ...page, results: page.results ?? [], next: cursorIn(page.next) }
}

function cursorIn(next: string | null | undefined): string | null {
  if (!next?.includes('cursor=')) return next || null
  return new URLSearchParams(next.slice(next.indexOf('?') + 1)).get('cursor')
}

/** Lets writes of a session that has ended stay pending, and refetches lists only once the page that they load is there. */
export class SiteQueryClient extends QueryClient {
  readonly #waiting = new Set<Query>()

  constructor(config: QueryClientConfig) {
    super(config)
    this.getQueryCache().subscribe(({ type, query }) => {
      if (isLoadingPage(query) || !this.#waiting.delete(query) || type === 'removed') return
      void this.invalidateQueries({ queryKey: query.queryKey, exact: true })
    })
  }

  // oxlint-disable-next-line typescript/no-explicit-any -- as in TanStack Query
  override defaultMutationOptions<T extends MutationOptions<any, any, any, any>>(options?: T): T {
    const defaulted = super.defaultMutationOptions(options)
    const { mutationFn } = defaulted
    if (!mutationFn) return defaulted
    const send: typeof mutationFn = (...input) =>
      mutationFn(...input).catch(getSession() ? pendingIfExpired : undefined)
    return { ...defaulted, mutationFn: send }
  }

  /**
   * Refetches lists that load a page once the page has arrived. TanStack Query runs one request per list at a time: a refetch
   * would cancel the page, and with `cancelRefetch: false` it would not happen at all. Invalidations end here too.
   */
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

type Pages = Pick<InfiniteQueryObserverResult<InfiniteData<unknown>>, 'data' | 'fetchNextPage'>

/**
 * Loads the next page of a list that is on screen, after a refetch or another page that is loading. Rejects if that fails. It is
 * requested again if a change of the list by the viewer cancels it (`cancelQueries`).
 */
export async function loadPage({ data, fetchNextPage }: Pages): Promise<void> {
  const before = data?.pageParams.at(-1)
  let result
  do result = await fetchNextPage({ throwOnError: true, cancelRefetch: false })
  while (result.data?.pageParams.at(-1) === before && result.hasNextPage)
}
