import type { Endpoint, Input, Output } from '@wtpu/contract/endpoint'
import {
  infiniteQueryOptions,
  notifyManager,
  queryOptions,
  type QueryClient,
  type QueryKey,
  type UseInfiniteQueryOptions,
  type UseQueryOptions,
} from '@tanstack/react-query'
import { keepErrors } from './query-errors.ts'
import { toListPage, type ListPage, SiteQueryClient } from './pages.ts'
import { ApiFailure, nonBlankParams, pathOf, toRequestInput, type RequestInput } from './request.ts'
import { sendAsViewer } from '#lib/session/session.ts'

export { ApiFailure } from './request.ts'

/** An endpoint's input. `querystring` is optional, because every search parameter in the contract is. */
type CallInput<E extends Endpoint> =
  unknown extends Input<E>
    ? { signal?: never }
    : Omit<Input<E>, 'querystring'> & Partial<Pick<Input<E>, 'querystring' & keyof Input<E>>>

/** `input` is a required argument only if the endpoint has required input. */
type CallArguments<E extends Endpoint, Options> =
  object extends CallInput<E> ? [input?: CallInput<E>, options?: Options] : [input: CallInput<E>, options?: Options]

/** Calls an endpoint with the viewer's access token. Throws only `ApiFailure`. */
export function call<E extends Endpoint>(
  endpoint: E,
  ...[input, options]: CallArguments<E, { signal?: AbortSignal }>
): Promise<Output<E>> {
  return sendAsViewer(endpoint, toRequestInput(input), options?.signal)
}

/**
 * The query key of a path: its segments, then the search parameters, so that invalidating a path also invalidates all
 * paths below it. `urlKey('/api/polls/', { filter: 'recent' })` -> `['api', 'polls', { filter: 'recent' }]`.
 */
export function urlKey(path: string, querystring?: Record<string, unknown>): QueryKey {
  const search = nonBlankParams(querystring)
  const segments = path.split('/').filter(Boolean)
  return Object.keys(search).length > 0 ? [...segments, search] : segments
}

/** The key of `infiniteQuery`, whose data has another shape than that of `query` on the same path. */
export const pagesKey = (key: QueryKey): QueryKey => [...key, 'pages']

function keyFor(endpoint: Endpoint, input: RequestInput): QueryKey {
  return urlKey(pathOf(endpoint, { params: input.params }), input.querystring)
}

type QueryExtras<Data> = Omit<UseQueryOptions<Data, ApiFailure, Data>, 'queryKey' | 'queryFn'>

/** Query options for a GET endpoint: `useQuery(query(polls.listPolls))`. */
export function query<E extends Endpoint>(endpoint: E, ...[input, extras]: CallArguments<E, QueryExtras<Output<E>>>) {
  const requestInput = toRequestInput(input)
  return queryOptions<Output<E>, ApiFailure>({
    queryKey: keyFor(endpoint, requestInput),
    queryFn: ({ signal }) => sendAsViewer(endpoint, requestInput, signal),
    ...extras,
  })
}

type InfiniteExtras<Data> = Omit<
  UseInfiniteQueryOptions<
    ListPage<Data>,
    ApiFailure,
    { pages: ListPage<Data>[]; pageParams: string[] },
    QueryKey,
    string
  >,
  'queryKey' | 'queryFn' | 'initialPageParam' | 'getNextPageParam'
>

/** Infinite query options for a paged list. Each of `data.pages` is `{ results, next }`, whatever the server sent. */
export function infiniteQuery<E extends Endpoint>(
  endpoint: E,
  ...[input, extras]: CallArguments<E, InfiniteExtras<Output<E>>>
) {
  const requestInput = toRequestInput(input)
  return infiniteQueryOptions<
    ListPage<Output<E>>,
    ApiFailure,
    { pages: ListPage<Output<E>>[]; pageParams: string[] },
    QueryKey,
    string
  >({
    queryKey: pagesKey(keyFor(endpoint, requestInput)),
    queryFn: async ({ signal, pageParam: cursor }) =>
      toListPage(
        await sendAsViewer(endpoint, { ...requestInput, querystring: { ...requestInput.querystring, cursor } }, signal),
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    ...extras,
  })
}

/** One retry, but none after a 4xx. */
function retryOnce(failureCount: number, failure: Error): boolean {
  return failureCount < 1 && isRetryable(failure)
}

const maxRetryDelay = 30_000

/** The time that the server asks for with `Retry-After`, else a back-off. */
function retryDelay(failureCount: number, failure: Error): number {
  const asked = failure instanceof ApiFailure ? (failure.retryAfter ?? 0) * 1000 : 0
  return Math.max(asked, Math.min(1000 * 2 ** failureCount, maxRetryDelay))
}

/** Three retries with back-off up to 30 s, and never stale. */
export const referenceListOptions = {
  staleTime: Infinity,
  retry: (failureCount: number, failure: Error) => failureCount < 3 && isRetryable(failure),
  retryDelay,
}

/**
 * A call is not retried if `Retry-After` is longer than the longest delay: the screen shows an error instead of a skeleton for
 * a minute.
 */
function isRetryable(failure: Error): boolean {
  if (!(failure instanceof ApiFailure)) return true
  if ((failure.retryAfter ?? 0) * 1000 > maxRetryDelay) return false
  return failure.status < 400 || failure.status >= 500
}

/**
 * Stale after 5 minutes, evicted after 10, no refetch on focus or reconnect. With `networkMode:
 * 'always'`, a call fails at once while offline instead of being sent later, when the user no longer expects it.
 */
export function newQueryClient(): QueryClient {
  // Notify in a microtask instead of a timer, so that a button is disabled before a second click can reach it.
  notifyManager.setScheduler(queueMicrotask)
  const queryClient = new SiteQueryClient({
    defaultOptions: {
      mutations: { networkMode: 'always' },
      queries: {
        networkMode: 'always',
        staleTime: 5 * 60_000,
        gcTime: 10 * 60_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: retryOnce,
        retryDelay,
      },
    },
  })
  keepErrors(queryClient.getQueryCache())
  return queryClient
}
