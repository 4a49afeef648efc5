import { getAccount } from '@wtpu/contract/accounts/accounts'
import { getFactors } from '@wtpu/contract/accounts/on-demand/factors'
import { listOwnBallots } from '@wtpu/contract/circles/on-demand/ballots'
import { getCommonGround } from '@wtpu/contract/common-ground'
import type { Endpoint, Output } from '@wtpu/contract/endpoint'
import { listSuggestedUsers } from '@wtpu/contract/boiler-room/follows'
import type { ErrorBody } from '@wtpu/contract/endpoint'
import { getForumStats, listDiscussions, listForumCategories } from '@wtpu/contract/forums/discussions'
import { getMuteState, listBlocked, listMuted } from '@wtpu/contract/boiler-room/mutes-and-blocks'
import { listOwnDecisions } from '@wtpu/contract/moderation/own-decisions'
import { listMentioned } from '@wtpu/contract/mentions'
import {
  getNotificationSummary,
  listFollowedPoliticians,
  listNotifications,
} from '@wtpu/contract/notifications/notifications'
import { listPoliticians } from '@wtpu/contract/politicians'
import { getRatingHistory, type RatingHistory } from '@wtpu/contract/rating-history'
import { listDistricts, listMyPoliticians } from '@wtpu/contract/my-politicians'
import { listPendingAnswers } from '@wtpu/contract/polls/pending-answers'
import { getQuestionQueue } from '@wtpu/contract/polls/on-demand/question-queue'
import { getQuestionOfTheDay } from '@wtpu/contract/polls/question-of-the-day'
import { listFeaturedPolls, listMyVotes, listPollCategories, listPolls } from '@wtpu/contract/polls/polls'
import { listLatestPosts, listPosts } from '@wtpu/contract/boiler-room/posts'
import { listTrendingHashtags } from '@wtpu/contract/boiler-room/hashtags'
import { getRegistration } from '@wtpu/contract/site/invitations'
import { getSiteParts } from '@wtpu/contract/site/site-parts'
import { getSitePage } from '@wtpu/contract/site/site-pages'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { render, waitFor } from '@testing-library/react'
import { Fragment, useState, type ComponentType, type ReactNode } from 'react'
import { expect, onTestFinished, vi } from 'vitest'
import { account } from '#features/accounts/fixtures.ts'
import { noCommonGround } from '#features/common-ground/fixtures.ts'
import { newQueryClient } from '#lib/api/api.ts'
import { cacheEmailStatus } from '#lib/session/email-status.ts'
import { startSessionNavigation } from '#shell/session-navigation.ts'
import { newRouter } from '#router.tsx'

/** A request as the server would receive it. */
export interface RecordedCall {
  method: string
  path: string
  search: URLSearchParams
  headers: Headers
  body: unknown
}

interface ErrorResponse {
  status: number
  body?: Partial<ErrorBody>
  headers?: Record<string, string>
}

type Responder = (seen: RecordedCall) => Response | Promise<Response>

/**
 * Replaces `fetch` with fake endpoints. Responses are typed by the contract, so a wrong shape does not compile. A request
 * without a fake fails the test. A later fake for an endpoint replaces an earlier one.
 */
const noRatingHistory: RatingHistory = {
  since: null,
  last_90_days: { until: '2026-11-16T05:00:00Z', good: 0, bad: 0 },
  quarters: [],
  counted_at: '2026-11-20T12:00:00Z',
  time_zone: 'America/New_York',
}

export function fakeApi() {
  const fakes: { method: string; url: string; pattern: RegExp; respond: Responder }[] = []
  const calls: RecordedCall[] = []
  const on = (endpoint: Endpoint, respond: Responder) => {
    const pattern = new RegExp(`^${endpoint.url.replaceAll(/:\w+/g, '[^/]+')}$`)
    fakes.unshift({ method: endpoint.method, url: endpoint.url, pattern, respond })
  }
  // The home page, the Boiler Room, the forums and profiles request these, and many tests only navigate through them.
  for (const endpoint of [
    listFeaturedPolls,
    listMyVotes,
    listOwnBallots,
    listPolls,
    listPollCategories,
    listPoliticians,
  ])
    on(endpoint, () => json([]))
  on(getSiteParts, () => json({ off: [], reading: 'everyone', ratings_closed: null, version: 0 }))
  on(getQuestionOfTheDay, () => json({ today: null, is_chosen: false, yesterday: null, next_at: null }))
  on(listPendingAnswers, () => json([]))
  on(listNotifications, () => json({ results: [], next: null }))
  for (const endpoint of [listPosts, listLatestPosts, listTrendingHashtags, listSuggestedUsers])
    on(endpoint, () => json([]))
  for (const endpoint of [listDiscussions, listForumCategories, listDistricts]) on(endpoint, () => json([]))
  on(getForumStats, () => json({ members: 0, discussions: 0, posts: 0, today_discussions: 0 }))
  on(getFactors, () => json({ app: null, passkeys: [], recovery_codes: 0 }))
  on(getRegistration, () => json({ is_closed: false }))
  on(getSitePage, () => json({ text: '', current: null, versions: [] }))
  on(getCommonGround, () => json(noCommonGround))
  on(getMuteState, () => json({ muted: false, blocked: false }))
  for (const endpoint of [listMuted, listBlocked]) on(endpoint, () => json({ results: [], next: null }))
  on(listMyPoliticians, () => json({ state: 'NY', district: null, needs_district: false, results: [], source: null }))
  on(listOwnDecisions, () => json({ held: [], decisions: [], reports: [] }))
  on(getRatingHistory, () => json(noRatingHistory))
  // Requested below the results of each open poll that an admin sees.
  on(getQuestionQueue, () => json({ today: null, queue: [] }))
  for (const endpoint of [listFollowedPoliticians, listMentioned]) on(endpoint, () => json([]))
  // Requested on every page of a signed-in user, and after every sign-in.
  on(getNotificationSummary, () => json({ unread: 0 }))
  on(getAccount, () => json(account))
  const unexpected: string[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, window.location.origin)
    const seen: RecordedCall = {
      method: init.method ?? 'GET',
      path: url.pathname,
      search: url.searchParams,
      headers: new Headers(init.headers),
      body: bodyOf(init.body),
    }
    calls.push(seen)
    const found =
      // As on the server, a path without parameters takes precedence.
      fakes.find(({ method, url: path }) => method === seen.method && path === seen.path) ??
      fakes.find(({ method, pattern }) => method === seen.method && pattern.test(seen.path))
    if (!found) unexpected.push(`${seen.method} ${seen.path}`)
    return untilAborted(found ? found.respond(seen) : json({ code: 'unexpected', detail: '' }, 500), init.signal)
  })
  onTestFinished(() => {
    if (unexpected.length > 0) throw new Error(`unexpected API calls: ${unexpected.join(', ')}`)
  })
  return {
    calls,
    /** The recorded calls of one endpoint. */
    callsOf: (endpoint: Endpoint) => {
      const pattern = new RegExp(`^${endpoint.url.replaceAll(/:\w+/g, '[^/]+')}$`)
      return calls.filter(({ method, path }) => method === endpoint.method && pattern.test(path))
    },
    /** Responds with success. */
    respond<E extends Endpoint>(
      endpoint: E,
      response: Output<E> | ((seen: RecordedCall) => Output<E> | Promise<Output<E>>),
    ) {
      on(endpoint, async (seen) =>
        // The cast is safe because no response body is a function.
        json(typeof response === 'function' ? await (response as (seen: RecordedCall) => unknown)(seen) : response),
      )
    },
    /** Responds with an error. */
    respondError(endpoint: Endpoint, { status, body, headers }: ErrorResponse) {
      on(endpoint, () => json({ code: 'rejected', detail: '', ...body }, status, headers))
    },
    /** Simulates a network failure. */
    failToConnect(endpoint: Endpoint) {
      on(endpoint, () => Promise.reject(new TypeError('Failed to fetch')))
    },
    /** Responds with any `Response`, for cases that the contract does not cover. */
    respondRaw: on,
  }
}

/** Parses JSON, or turns a form into an object of its fields. */
function bodyOf(body: unknown): unknown {
  if (body instanceof FormData) return Object.fromEntries(body)
  return typeof body === 'string' ? JSON.parse(body) : undefined
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } })
}

function untilAborted<T>(response: T | Promise<T>, signal?: AbortSignal | null): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
    Promise.resolve(response).then(resolve, reject)
  })
}

/** An access token like the server's, with a fake signature that the browser does not check. */
export function accessToken({ userId = 7, lifeSeconds = 3600, draw = 0 } = {}): string {
  const claims = { user_id: userId, exp: Math.floor(Date.now() / 1000) + lifeSeconds, draw }
  return `header.${btoa(JSON.stringify(claims))}.signature`
}

/** Signs a user with a confirmed email in, by storing tokens and a cached profile. */
export function signedIn({ userId = 7, draw = 0, firstName = 'Ada', lastName = 'Lovelace' } = {}): void {
  localStorage.setItem('access', accessToken({ userId, draw }))
  localStorage.setItem('refresh', 'refresh')
  localStorage.setItem('user_profile', JSON.stringify({ first_name: firstName, last_name: lastName, bio: '' }))
  localStorage.setItem('profile_last_fetch', String(Date.now()))
  cacheEmailStatus(account)
}

/** For `render`: a component that fetches, without a page. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(newTestQueryClient)
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}

export function newTestQueryClient(): QueryClient {
  const queryClient = newQueryClient()
  queryClient.setDefaultOptions({
    ...queryClient.getDefaultOptions(),
    queries: { ...queryClient.getDefaultOptions().queries, retryDelay: 0 },
  })
  onTestFinished(() => endQueries(queryClient))
  return queryClient
}

/** Code or data that comes late must not call the API of the next test. This waits at most a second for calls that have begun. */
async function endQueries(queryClient: QueryClient): Promise<void> {
  const never = () => new Promise<never>(() => undefined)
  Object.assign(queryClient, { fetchQuery: never, fetchInfiniteQuery: never })
  await waitFor(() => expect(queryClient.isFetching()).toBe(0), { timeout: 1_000 }).catch(() => undefined)
}

/**
 * Waits for a navigation that a test left in progress, because its state update fails once jsdom is gone. Gives up after a
 * second.
 */
function finishNavigation(router: ReturnType<typeof newRouter>): Promise<void> {
  return waitFor(() => expect(router.state.status).toBe('idle'), { timeout: 1_000 }).catch(() => undefined)
}

/** Renders the app at `path`, without the site gate. */
export function openPage(path: string, Around: ComponentType<{ children: ReactNode }> | typeof Fragment = Fragment) {
  const queryClient = newTestQueryClient()
  const router = newRouter(queryClient, createMemoryHistory({ initialEntries: [path] }))
  onTestFinished(startSessionNavigation(router, queryClient))
  onTestFinished(() => finishNavigation(router))
  return {
    queryClient,
    router,
    ...render(
      <Around>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </Around>,
    ),
  }
}
