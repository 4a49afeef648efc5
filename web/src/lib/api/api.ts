import type { Endpoint, Input, Output } from '@wtpu/contract/endpoint'
import {
  infiniteQueryOptions,
  notifyManager,
  QueryClient,
  queryOptions,
  type QueryKey,
  type UseInfiniteQueryOptions,
  type UseQueryOptions,
} from '@tanstack/react-query'
import { toListPage, type Page } from './list-page.ts'
import { ApiFailure, filled, pathOf, type Parts } from './request.ts'
import { sendAsViewer } from '#lib/session/session.ts'

export { ApiFailure } from './request.ts'

/** `querystring` may be left out: every search parameter of the contract is optional. */
type Given<E extends Endpoint> =
  unknown extends Input<E>
    ? { signal?: never }
    : Omit<Input<E>, 'querystring'> & Partial<Pick<Input<E>, 'querystring' & keyof Input<E>>>

/** The input is required exactly when the endpoint cannot be called without one. */
type Arguments<E extends Endpoint, Options> =
  object extends Given<E> ? [input?: Given<E>, options?: Options] : [input: Given<E>, options?: Options]

/** The typed call of an endpoint, in the viewer's name. Throws `ApiFailure`, nothing else. */
export function call<E extends Endpoint>(
  endpoint: E,
  ...[input, options]: Arguments<E, { signal?: AbortSignal }>
): Promise<Output<E>> {
  return sendAsViewer(endpoint, partsOf(input), options?.signal)
}

// `Given` has just been checked at the call; below, an endpoint's parts are only text on their way.
function partsOf(input: object | undefined): Parts {
  return input ?? {}
}

/**
 * The cache key of a path is its segments, so that invalidating a path reaches everything below it; search parameters
 * come last. `keyOf('/api/polls/', { filter: 'recent' })` -> `['api', 'polls', { filter: 'recent' }]`.
 */
export function keyOf(path: string, querystring?: Record<string, unknown>): QueryKey {
  const search = filled(querystring)
  const segments = path.split('/').filter(Boolean)
  return Object.keys(search).length > 0 ? [...segments, search] : segments
}

function keyFor(endpoint: Endpoint, parts: Parts): QueryKey {
  return keyOf(pathOf(endpoint, { params: parts.params }), parts.querystring)
}

type QueryExtras<Data> = Omit<UseQueryOptions<Data, ApiFailure, Data>, 'queryKey' | 'queryFn'>

/** Query options of a reading endpoint: `useQuery(query(polls.listPolls))`. */
export function query<E extends Endpoint>(endpoint: E, ...[input, extras]: Arguments<E, QueryExtras<Output<E>>>) {
  const parts = partsOf(input)
  return queryOptions<Output<E>, ApiFailure>({
    queryKey: keyFor(endpoint, parts),
    queryFn: ({ signal }) => sendAsViewer(endpoint, parts, signal),
    ...extras,
  })
}

type InfiniteExtras<Data> = Omit<
  UseInfiniteQueryOptions<Page<Data>, ApiFailure, { pages: Page<Data>[]; pageParams: string[] }, QueryKey, string>,
  'queryKey' | 'queryFn' | 'initialPageParam' | 'getNextPageParam'
>

/** The same for a list that comes in pages. `data.pages` are `{ results, next }` whatever shape the server chose. */
export function infiniteQuery<E extends Endpoint>(
  endpoint: E,
  ...[input, extras]: Arguments<E, InfiniteExtras<Output<E>>>
) {
  const parts = partsOf(input)
  return infiniteQueryOptions<
    Page<Output<E>>,
    ApiFailure,
    { pages: Page<Output<E>>[]; pageParams: string[] },
    QueryKey,
    string
  >({
    // Pages and plain lists of one path hold different shapes, hence the mark; a hint on the path reaches both.
    queryKey: [...keyFor(endpoint, parts), 'pages'],
    queryFn: async ({ signal, pageParam: cursor }) =>
      toListPage(await sendAsViewer(endpoint, { ...parts, querystring: { ...parts.querystring, cursor } }, signal)),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    ...extras,
  })
}

/** Decision 19: one retry, none where the server has already said no. */
function retryOnce(failures: number, failure: Error): boolean {
  return failures < 1 && mayPass(failure)
}

/** Decision 19, reference lists: three retries with back-off capped at 30 s, and never stale by age. */
export const referenceList = {
  staleTime: Infinity,
  retry: (failures: number, failure: Error) => failures < 3 && mayPass(failure),
  retryDelay: (failures: number) => Math.min(1000 * 2 ** failures, 30_000),
}

function mayPass(failure: Error): boolean {
  return !(failure instanceof ApiFailure && failure.status >= 400 && failure.status < 500)
}

/**
 * Specification 9: stale after 5 minutes, kept 10, no refetch on focus or reconnect. Without a network a call fails and
 * says so (`networkMode`): waiting in silence, it would be sent when nobody expects it any more.
 */
export function newQueryClient(): QueryClient {
  // At once, not a timer later: a button shows that it is busy before a second click on it can count.
  notifyManager.setScheduler(queueMicrotask)
  return new QueryClient({
    defaultOptions: {
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: 5 * 60_000,
        gcTime: 10 * 60_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: retryOnce,
      },
    },
  })
}
