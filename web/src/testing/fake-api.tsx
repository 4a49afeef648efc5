import type { Endpoint, Output } from '@wtpu/contract/endpoint'
import type { ErrorBody } from '@wtpu/contract/errors'
import { listPoliticians } from '@wtpu/contract/politicians'
import { listFeaturedPolls, listMyVotes } from '@wtpu/contract/polls'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { Fragment, type ComponentType, type ReactNode } from 'react'
import { onTestFinished, vi } from 'vitest'
import { newQueryClient } from '#lib/api/api.ts'
import { followSession } from '#shell/follow-session.ts'
import { newRouter } from '#router.tsx'

/** A call as the server would see it. */
export interface RecordedCall {
  method: string
  path: string
  search: URLSearchParams
  headers: Headers
  body: unknown
}

interface Refusal {
  status: number
  body?: Partial<ErrorBody>
  headers?: Record<string, string>
}

type Answer = (seen: RecordedCall) => Response | Promise<Response>

/**
 * Answers `fetch` by contract: a reply that does not fit its endpoint does not compile. A call nobody expected fails the
 * test. The latest answer given for an endpoint counts.
 */
export function fakeApi() {
  const answers: { method: string; pattern: RegExp; answer: Answer }[] = []
  const calls: RecordedCall[] = []
  const on = (endpoint: Endpoint, answer: Answer) => {
    const pattern = new RegExp(`^${endpoint.url.replaceAll(/:\w+/g, '[^/]+')}$`)
    answers.unshift({ method: endpoint.method, pattern, answer })
  }
  // Home asks for these; most tests only pass through there.
  for (const endpoint of [listFeaturedPolls, listMyVotes, listPoliticians]) on(endpoint, () => json([]))
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
    const found = answers.find(({ method, pattern }) => method === seen.method && pattern.test(seen.path))
    if (!found) unexpected.push(`${seen.method} ${seen.path}`)
    return untilAborted(found ? found.answer(seen) : json({ code: 'unexpected', detail: '' }, 500), init.signal)
  })
  onTestFinished(() => {
    if (unexpected.length > 0) throw new Error(`nobody expected these calls: ${unexpected.join(', ')}`)
  })
  return {
    calls,
    /** The calls of one endpoint. */
    callsOf: (endpoint: Endpoint) => {
      const pattern = new RegExp(`^${endpoint.url.replaceAll(/:\w+/g, '[^/]+')}$`)
      return calls.filter(({ method, path }) => method === endpoint.method && pattern.test(path))
    },
    reply<E extends Endpoint>(
      endpoint: E,
      reply: Output<E> | ((seen: RecordedCall) => Output<E> | Promise<Output<E>>),
    ) {
      on(endpoint, async (seen) =>
        // No reply of the contract is itself a function.
        json(typeof reply === 'function' ? await (reply as (seen: RecordedCall) => unknown)(seen) : reply),
      )
    },
    refuse(endpoint: Endpoint, { status, body, headers }: Refusal) {
      on(endpoint, () => json({ code: 'refused', detail: '', ...body }, status, headers))
    },
    /** The network is gone for this endpoint. */
    lose(endpoint: Endpoint) {
      on(endpoint, () => Promise.reject(new TypeError('Failed to fetch')))
    },
    /** Any answer at all, for what the contract does not promise. */
    answer: on,
  }
}

/** JSON as its value, a form as its fields. */
function bodyOf(body: unknown): unknown {
  if (body instanceof FormData) return Object.fromEntries(body)
  return typeof body === 'string' ? JSON.parse(body) : undefined
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json', ...headers } })
}

function untilAborted<T>(answer: T | Promise<T>, signal?: AbortSignal | null): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')))
    Promise.resolve(answer).then(resolve, reject)
  })
}

/** An access token as the server shapes it; nobody here checks its signature. */
export function accessToken({ userId = 7, lifeSeconds = 3600 } = {}): string {
  const claims = { user_id: userId, exp: Math.floor(Date.now() / 1000) + lifeSeconds }
  return `header.${btoa(JSON.stringify(claims))}.signature`
}

/** Signs a user in without asking the server; the profile is there already. */
export function signedIn({ userId = 7, firstName = 'Ada', lastName = 'Lovelace' } = {}): void {
  localStorage.setItem('access', accessToken({ userId }))
  localStorage.setItem('refresh', 'refresh')
  localStorage.setItem('user_profile', JSON.stringify({ first_name: firstName, last_name: lastName, bio: '' }))
  localStorage.setItem('profile_last_fetch', String(Date.now()))
}

export function newTestQueryClient(): QueryClient {
  const queryClient = newQueryClient()
  queryClient.setDefaultOptions({
    ...queryClient.getDefaultOptions(),
    queries: { ...queryClient.getDefaultOptions().queries, retryDelay: 0 },
  })
  return queryClient
}

/** Opens a page of the site, behind the gate. */
export function openPage(path: string, Around: ComponentType<{ children: ReactNode }> | typeof Fragment = Fragment) {
  const queryClient = newTestQueryClient()
  const router = newRouter(queryClient, createMemoryHistory({ initialEntries: [path] }))
  onTestFinished(followSession(router, queryClient))
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
