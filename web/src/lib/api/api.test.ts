import { createToken, getUser, logout } from '@wtpu/contract/accounts/accounts'
import { castVote, listPolls, getPollSummary } from '@wtpu/contract/polls/polls'
import { listPoliticians } from '@wtpu/contract/politicians'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fakeApi, json, newTestQueryClient, signedIn } from '#testing/fake-api.tsx'
import { ApiFailure, call, infiniteQuery, urlKey, newQueryClient, query, referenceListOptions } from './api.ts'
import { resetPrefetched } from './prefetched.ts'
import { bodyFor, requestTimeout } from './request.ts'

const summary = {
  active_polls: 1,
  active_votes: 0,
  total_participants: 2,
  trending_topic: null,
  polls_ending_soon: 0,
  votes_today: 0,
}

afterEach(() => {
  document.cookie = 'csrftoken=; max-age=0'
})

async function failureOf(promise: Promise<unknown>): Promise<ApiFailure> {
  const failure = await promise.then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(failure instanceof ApiFailure)) throw new Error('the call did not fail')
  return failure
}

test('encodes path parameters and leaves out blank search parameters', async () => {
  const api = fakeApi()
  api.respondError(getUser, { status: 404 })
  api.respond(listPoliticians, [])
  await failureOf(call(getUser, { params: { id: 'a/b@c.d' } }))
  await call(listPoliticians, { querystring: { search: 'new york', state: '', party: undefined } })
  expect(api.calls[0]?.path).toBe('/auth/api/user/a%2Fb%40c.d/')
  expect(api.calls[1]?.search.toString()).toBe('search=new+york')
})

test('sends the bearer token with every call, and the CSRF header with writes if its cookie is set', async () => {
  const api = fakeApi()
  signedIn()
  api.respond(getPollSummary, summary)
  api.respondError(castVote, { status: 409 })
  await call(getPollSummary)
  document.cookie = 'csrftoken=abc'
  await failureOf(call(castVote, { params: { id: 1 }, body: { option_id: 2 } }))
  const [read, write] = api.calls
  expect(read?.headers.get('Authorization')).toBe(`Bearer ${localStorage.getItem('access')}`)
  expect(read?.headers.get('X-CSRFToken')).toBeNull()
  expect(write?.headers.get('X-CSRFToken')).toBe('abc')
  expect(write?.body).toEqual({ option_id: 2 })
})

test('sends no body with a read, also of data that other sites may read', () => {
  expect(getPollSummary.config).toEqual({ open: true })
  // `fetch` rejects a body here, but the fake API does not.
  expect(bodyFor(getPollSummary, {})).toBeUndefined()
})

test('unwraps a response from its data field', async () => {
  const api = fakeApi()
  api.respondRaw(getPollSummary, () => json({ data: summary }))
  expect(await call(getPollSummary)).toEqual(summary)
})

test('a failure contains all details from the error response', async () => {
  const api = fakeApi()
  api.respondError(castVote, {
    status: 429,
    body: { code: 'too_many', detail: 'Later.', error: 'Later!', fields: { email: ['email already exists'] } },
    headers: { 'Retry-After': '30' },
  })
  expect(await failureOf(call(castVote, { params: { id: 1 }, body: { option_id: 2 } }))).toMatchObject({
    status: 429,
    code: 'too_many',
    detail: 'Later.',
    error: 'Later!',
    message: 'Later.',
    fields: { email: ['email already exists'] },
    retryAfter: 30,
    cancelled: false,
  })
})

test.each([
  [500, { code: 'internal', detail: 'Something went wrong. Please try again later.' }],
  [500, { message: 'relation "polls" does not exist', fields: { question: ['TypeError'] } }],
  [502, { error: 'upstream connect error' }],
  [503, { code: 'ECONNREFUSED', error: 'Service Unavailable' }],
])('keeps no text of an unexpected %i response', async (status, body) => {
  const api = fakeApi()
  api.respondError(castVote, { status, body })
  expect(await failureOf(call(castVote, { params: { id: 1 }, body: { option_id: 2 } }))).toMatchObject({
    status,
    detail: '',
    error: '',
    fields: {},
    message: 'Something went wrong on our side. Please try again.',
  })
})

test('keeps the text of a 503 response with a known code', async () => {
  const api = fakeApi()
  api.respondError(castVote, { status: 503, body: { code: 'storage_full', detail: 'Nothing can be saved.' } })
  const failure = await failureOf(call(castVote, { params: { id: 1 }, body: { option_id: 2 } }))
  expect(failure.message).toBe('Nothing can be saved.')
})

test('fails with status 0 when the connection is lost', async () => {
  const api = fakeApi()
  api.failToConnect(getPollSummary)
  expect(await failureOf(call(getPollSummary))).toMatchObject({ status: 0, detail: '', cancelled: false })
})

test('fails if the response is HTML instead of JSON', async () => {
  const api = fakeApi()
  api.respondRaw(getPollSummary, () => new Response('<html>', { status: 200 }))
  expect(await failureOf(call(getPollSummary))).toMatchObject({ status: 200, code: 'not_json' })
})

test('times out after 60 seconds', async () => {
  vi.useFakeTimers()
  const api = fakeApi()
  api.respondRaw(getPollSummary, () => new Promise<Response>(() => undefined))
  const failure = failureOf(call(getPollSummary))
  await vi.advanceTimersByTimeAsync(requestTimeout)
  expect(requestTimeout).toBe(60_000)
  expect(await failure).toMatchObject({ status: 0, cancelled: false })
})

test('flags an aborted call as cancelled', async () => {
  const api = fakeApi()
  api.respondRaw(getPollSummary, () => new Promise<Response>(() => undefined))
  const controller = new AbortController()
  const failure = failureOf(call(getPollSummary, undefined, { signal: controller.signal }))
  controller.abort()
  expect((await failure).cancelled).toBe(true)
})

test('does not refresh the token after a wrong password', async () => {
  const api = fakeApi()
  signedIn()
  api.respondError(createToken, { status: 401 })
  await failureOf(call(createToken, { body: { username: 'a', password: 'b' } }))
  expect(api.calls).toHaveLength(1)
})

test('a query key consists of the path segments and the search parameters', () => {
  expect(urlKey('/api/polls/')).toEqual(['api', 'polls'])
  expect(urlKey('/api/polls/', { filter: 'recent', politician: '' })).toEqual(['api', 'polls', { filter: 'recent' }])
  expect(urlKey('/api/polls/', {})).toEqual(['api', 'polls'])
})

test('invalidating a path also invalidates the paths below it', async () => {
  const api = fakeApi()
  const queryClient = newTestQueryClient()
  api.respond(getPollSummary, summary)
  api.respond(listPolls, [])
  await queryClient.fetchQuery(query(getPollSummary))
  await queryClient.fetchQuery(query(listPolls, { querystring: { filter: 'recent' } }))
  await queryClient.invalidateQueries({ queryKey: urlKey('/api/polls/') })
  expect(queryClient.getQueryState(query(getPollSummary).queryKey)?.isInvalidated).toBe(true)
  expect(
    queryClient.getQueryState(query(listPolls, { querystring: { filter: 'recent' } }).queryKey)?.isInvalidated,
  ).toBe(true)
})

test('retries a query once after a 503, but not after a 403', async () => {
  const api = fakeApi()
  const queryClient = newTestQueryClient()
  const { retry } = queryClient.getDefaultOptions().queries ?? {}
  api.respondError(getPollSummary, { status: 503 })
  await failureOf(queryClient.fetchQuery({ ...query(getPollSummary), retry }))
  expect(api.calls).toHaveLength(2)
  api.respondError(listPolls, { status: 403 })
  await failureOf(queryClient.fetchQuery({ ...query(listPolls), retry }))
  expect(api.callsOf(listPolls)).toHaveLength(1)
})

test.each([
  ['a read', {}],
  ['a reference list', referenceListOptions],
])('retries %s no sooner than Retry-After says', async (_, options) => {
  vi.useFakeTimers()
  const api = fakeApi()
  api.respondError(getPollSummary, { status: 503, headers: { 'Retry-After': '20' } })
  void failureOf(newQueryClient().fetchQuery({ ...query(getPollSummary), ...options, retry: 1 }))
  await vi.advanceTimersByTimeAsync(19_999)
  expect(api.calls).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(api.calls).toHaveLength(2)
})

test('does not retry automatically after a Retry-After of more than 30 seconds', async () => {
  const api = fakeApi()
  const queryClient = newTestQueryClient()
  for (const [seconds, calls] of [
    ['30', 2],
    ['31', 1],
  ] as const) {
    api.respondError(getPollSummary, { status: 503, headers: { 'Retry-After': seconds } })
    const before = api.calls.length
    await failureOf(queryClient.fetchQuery(query(getPollSummary, undefined, { staleTime: 0 })))
    expect(api.calls.length - before).toBe(calls)
  }
})

test('fetches each page with the cursor of the previous one', async () => {
  const api = fakeApi()
  const queryClient = newTestQueryClient()
  api.respond(listPoliticians, ({ search }) => ({
    results: [],
    next: search.get('cursor') ? null : 'second',
    count: 0,
    total: 0,
  }))
  const options = infiniteQuery(listPoliticians, { querystring: { state: 'NY' } })
  const { pages } = await queryClient.fetchInfiniteQuery({ ...options, pages: 5 })
  expect(pages).toHaveLength(2)
  expect(api.calls.map(({ search }) => search.toString())).toEqual(['state=NY', 'state=NY&cursor=second'])
})

describe('prefetched responses', () => {
  const path = '/api/polls/summary/'
  const prepare = (access: string | null, reply: Promise<Response>) => {
    window.prefetched = { access, responses: { [path]: reply } }
    const api = fakeApi()
    api.respond(getPollSummary, { ...summary, active_polls: 2 })
    return api
  }
  beforeEach(() => {
    resetPrefetched()
    vi.spyOn(performance, 'now').mockReturnValue(1_000)
  })
  afterEach(() => delete window.prefetched)

  test('is used only once', async () => {
    const api = prepare(null, Promise.resolve(json(summary)))
    expect(await call(getPollSummary)).toEqual(summary)
    expect(api.calls).toHaveLength(0)
    expect(await call(getPollSummary)).toMatchObject({ active_polls: 2 })
  })

  test('is ignored if it arrives after the first request', async () => {
    const api = fakeApi()
    api.respond(getPollSummary, { ...summary, active_polls: 2 })
    await call(getPollSummary)
    window.prefetched = { access: null, responses: { [path]: Promise.resolve(json(summary)) } }
    expect(await call(getPollSummary)).toMatchObject({ active_polls: 2 })
  })

  test('is ignored after the viewer has changed something', async () => {
    const api = prepare(null, Promise.resolve(json(summary)))
    api.respond(logout, { signed_out: true })
    await call(logout, { body: { refresh: 'token' } })
    expect(await call(getPollSummary)).toMatchObject({ active_polls: 2 })
  })

  test('is ignored if it was requested by another user', async () => {
    prepare('another user’s token', Promise.resolve(json(summary)))
    expect(await call(getPollSummary)).toMatchObject({ active_polls: 2 })
  })

  test('is requested again if the early request failed', async () => {
    prepare(null, Promise.reject(new TypeError('Failed to fetch')))
    expect(await call(getPollSummary)).toMatchObject({ active_polls: 2 })
  })
})
