import { forProfileTexts } from '@wtpu/contract/accounts/on-demand/fields'
import { getUser, logout, refreshToken, type User } from '@wtpu/contract/accounts/accounts'
import { getPollSummary } from '@wtpu/contract/polls/polls'
import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { accessToken, fakeApi, json, signedIn } from '#testing/fake-api.tsx'
import { call } from '#lib/api/api.ts'
import { endSession, getSession, maintainSession, onSessionChange, startSession } from './session.ts'
import { signOut } from './sign-out.ts'
import { tokensIn } from './tokens.ts'

const summary = {
  active_polls: 1,
  active_votes: 0,
  total_participants: 2,
  trending_topic: null,
  polls_ending_soon: 0,
  votes_today: 0,
}
const ada = {
  id: 7,
  first_name: 'Ada',
  last_name: 'Lovelace',
  name: 'Ada Lovelace',
  username: 'ada',
  avatar: '/media/avatars/7.webp',
  ...forProfileTexts(() => ''),
  followers_count: 0,
  following_count: 0,
  join_date: '2026-01-01T00:00:00Z',
  date_joined: '2026-01-01T00:00:00Z',
  state: 'NY',
  location: 'NY',
  verified: false,
  posts_count: 0,
} satisfies User

let stop: (() => void) | undefined
let reasons: string[] = []

beforeEach(() => {
  reasons = []
  const onLoggedOut = (event: Event) => reasons.push((event as CustomEvent<{ reason: string }>).detail.reason)
  window.addEventListener('wtpu-logged-out', onLoggedOut)
  return () => {
    window.removeEventListener('wtpu-logged-out', onLoggedOut)
    stop?.()
    stop = undefined
  }
})

function stored() {
  return ['access', 'refresh', 'user_profile', 'profile_last_fetch', 'userVotes'].filter((key) =>
    localStorage.getItem(key),
  )
}

describe('tokens', () => {
  test.each([
    [
      { access: 'a', refresh: 'r' },
      { access: 'a', refresh: 'r' },
    ],
    [
      { access_token: 'a', refresh_token: 'r' },
      { access: 'a', refresh: 'r' },
    ],
    [{ token: 'a' }, { access: 'a', refresh: undefined }],
    [{ access: '' }, { access: undefined, refresh: undefined }],
    [undefined, { access: undefined, refresh: undefined }],
  ])('reads the tokens in %o', (reply, tokens) => expect(tokensIn(reply)).toEqual(tokens))

  test('start a session, whose profile is fetched and cached for the next visit', async () => {
    const api = fakeApi()
    api.respond(getUser, ada)
    startSession({ access: accessToken(), refresh: 'r' })
    await waitFor(() => expect(getSession()?.profile?.first_name).toBe('Ada'))
    expect(getSession()?.user_id).toBe(7)
    expect(JSON.parse(localStorage.getItem('user_profile') ?? '')).toEqual({
      first_name: 'Ada',
      last_name: 'Lovelace',
      avatar: `${window.location.origin}/media/avatars/7.webp`,
      bio: '',
    })
    expect(stored()).toEqual(['access', 'refresh', 'user_profile', 'profile_last_fetch'])
  })

  test('a malformed access token gives no session', () => {
    localStorage.setItem('access', 'not.a.token')
    expect(getSession()).toBeNull()
  })
})

describe('the cached profile', () => {
  test('ignores an avatar from another host', () => {
    signedIn()
    const cache = (avatar: string) => localStorage.setItem('user_profile', JSON.stringify({ first_name: 'A', avatar }))
    cache('https://elsewhere.example/a.png')
    expect(getSession()?.profile?.avatar).toBeUndefined()
    cache(`${window.location.origin}/media/a.png`)
    expect(getSession()?.profile?.avatar).toBe(`${window.location.origin}/media/a.png`)
  })

  test('is used for 5 minutes, then fetched again on start', async () => {
    const api = fakeApi()
    api.respond(getUser, { ...ada, first_name: 'Augusta' })
    signedIn()
    maintainSession()()
    expect(api.calls).toHaveLength(0)
    localStorage.setItem('profile_last_fetch', String(Date.now() - 5 * 60_000))
    stop = maintainSession()
    await waitFor(() => expect(getSession()?.profile?.first_name).toBe('Augusta'))
  })

  test('is fetched again after a failure: 30 s later, and when the network is back', async () => {
    vi.useFakeTimers()
    const api = fakeApi()
    api.failToConnect(getUser)
    signedIn()
    localStorage.removeItem('user_profile')
    stop = maintainSession()
    await vi.advanceTimersByTimeAsync(29_000)
    expect(api.callsOf(getUser)).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect(api.callsOf(getUser)).toHaveLength(2)
    api.respond(getUser, ada)
    window.dispatchEvent(new Event('online'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(api.callsOf(getUser)).toHaveLength(3)
    expect(getSession()?.profile?.first_name).toBe('Ada')
  })
})

describe('token refresh', () => {
  test('runs 300 s before the token expires', async () => {
    vi.useFakeTimers()
    const api = fakeApi()
    const fresh = () => ({ access: accessToken(), refresh: 'next' })
    api.respond(refreshToken, fresh)
    signedIn()
    stop = maintainSession()
    await vi.advanceTimersByTimeAsync((3600 - 300 - 1) * 1000)
    expect(api.callsOf(refreshToken)).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1000)
    expect(api.callsOf(refreshToken).map(({ body }) => body)).toEqual([{ refresh: 'refresh' }])
    expect(localStorage.getItem('refresh')).toBe('next')
    await vi.advanceTimersByTimeAsync(3300 * 1000)
    expect(api.callsOf(refreshToken)).toHaveLength(2)
  })

  test('runs at once if less than 300 s remain, and does not loop on short-lived tokens', async () => {
    vi.useFakeTimers()
    const api = fakeApi()
    api.respond(refreshToken, () => ({ access: accessToken({ lifeSeconds: 240 }), refresh: 'next' }))
    signedIn()
    localStorage.setItem('access', accessToken({ lifeSeconds: 200 }))
    stop = maintainSession()
    await vi.advanceTimersByTimeAsync(1000)
    expect(api.callsOf(refreshToken)).toHaveLength(1)
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(api.callsOf(refreshToken)).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(api.callsOf(refreshToken)).toHaveLength(2)
  })

  test('is requested once for several parallel calls, which then all succeed', async () => {
    const api = fakeApi()
    signedIn()
    const stale = localStorage.getItem('access')
    api.respond(refreshToken, () => ({ access: accessToken({ lifeSeconds: 3000 }), refresh: 'next' }))
    api.respondRaw(getPollSummary, ({ headers }) =>
      headers.get('Authorization') === `Bearer ${stale}` ? json({ code: 'expired', detail: '' }, 401) : json(summary),
    )
    await expect(Promise.all([call(getPollSummary), call(getPollSummary), call(getPollSummary)])).resolves.toHaveLength(
      3,
    )
    expect(api.callsOf(refreshToken)).toHaveLength(1)
    expect(api.callsOf(getPollSummary)).toHaveLength(6)
  })

  test('sends no request if another tab has already refreshed', async () => {
    const api = fakeApi()
    signedIn()
    const stale = localStorage.getItem('access')
    const otherTabsToken = accessToken({ lifeSeconds: 3599 })
    vi.stubGlobal('navigator', {
      locks: {
        request: async (_name: string, work: () => Promise<unknown>) => {
          localStorage.setItem('access', otherTabsToken)
          localStorage.setItem('refresh', 'from the other tab')
          return work()
        },
      },
    })
    api.respondRaw(getPollSummary, ({ headers }) =>
      headers.get('Authorization') === `Bearer ${stale}` ? json({ code: 'expired', detail: '' }, 401) : json(summary),
    )
    await expect(call(getPollSummary)).resolves.toEqual(summary)
    expect(api.callsOf(refreshToken)).toHaveLength(0)
  })

  test('is not repeated if the retried call returns 401 again', async () => {
    const api = fakeApi()
    signedIn()
    api.respond(refreshToken, () => ({ access: accessToken({ lifeSeconds: 3000 }), refresh: 'next' }))
    api.respondError(getPollSummary, { status: 401, body: { detail: 'No.' } })
    await expect(call(getPollSummary)).rejects.toMatchObject({ status: 401, detail: 'No.' })
    expect(api.callsOf(getPollSummary)).toHaveLength(2)
    expect(reasons).toEqual([])
  })

  test('ends the session and throws the original error if the server rejects the refresh token', async () => {
    const api = fakeApi()
    signedIn()
    api.respondError(refreshToken, { status: 401, body: { detail: 'The refresh token is used up.' } })
    api.respondError(getPollSummary, { status: 401, body: { detail: 'Expired.' } })
    await expect(call(getPollSummary)).rejects.toMatchObject({ status: 401, detail: 'Expired.' })
    expect(reasons).toEqual(['expired'])
    expect(stored()).toEqual([])
    expect(getSession()).toBeNull()
  })

  test.each([
    ['without a response', (api: ReturnType<typeof fakeApi>) => api.failToConnect(refreshToken)],
    ['with status 500', (api: ReturnType<typeof fakeApi>) => api.respondError(refreshToken, { status: 500 })],
    ['with status 503', (api: ReturnType<typeof fakeApi>) => api.respondError(refreshToken, { status: 503 })],
  ])('that fails %s keeps the tokens and is retried with back-off', async (_, fail) => {
    vi.useFakeTimers()
    const api = fakeApi()
    signedIn()
    localStorage.setItem('access', accessToken({ lifeSeconds: 100 }))
    const before = stored()
    fail(api)
    stop = maintainSession()
    await vi.advanceTimersByTimeAsync(1000)
    expect(api.callsOf(refreshToken)).toHaveLength(1)
    // 30 s after the first failure, 60 s after the second, and so on up to 8 minutes.
    for (const [retry, seconds] of [30, 60, 120, 240, 480, 480].entries()) {
      await vi.advanceTimersByTimeAsync((seconds - 2) * 1000)
      expect(api.callsOf(refreshToken)).toHaveLength(retry + 1)
      await vi.advanceTimersByTimeAsync(2000)
      expect(api.callsOf(refreshToken)).toHaveLength(retry + 2)
    }
    expect(stored()).toEqual(before)
    expect(reasons).toEqual([])

    api.respond(refreshToken, () => ({ access: accessToken(), refresh: 'next' }))
    await vi.advanceTimersByTimeAsync(480_000)
    expect(localStorage.getItem('refresh')).toBe('next')
  })

  test('signs out a user without a refresh token, but not an anonymous visitor', async () => {
    const api = fakeApi()
    api.respondError(getPollSummary, { status: 401 })
    await expect(call(getPollSummary)).rejects.toMatchObject({ status: 401 })
    expect(reasons).toEqual([])
    signedIn()
    localStorage.removeItem('refresh')
    await expect(call(getPollSummary)).rejects.toMatchObject({ status: 401 })
    expect(reasons).toEqual(['expired'])
  })

  test('does not sign the user in again if it completes after a sign-out', async () => {
    const api = fakeApi()
    signedIn()
    api.respond(logout, { signed_out: true })
    api.respondError(getPollSummary, { status: 401 })
    api.respond(refreshToken, () => {
      signOut()
      return { access: accessToken(), refresh: 'next' }
    })
    await expect(call(getPollSummary)).rejects.toMatchObject({ status: 401 })
    expect(getSession()).toBeNull()
    expect(reasons).toEqual(['manual'])
  })
})

describe('signing out', () => {
  test('clears personal data, dispatches the reason, and ends the session on the server', async () => {
    const api = fakeApi()
    api.respond(logout, { signed_out: true })
    signedIn()
    localStorage.setItem('userVotes', '[]')
    localStorage.setItem('wtpu-authenticated', 'true')
    signOut()
    expect(stored()).toEqual([])
    expect(localStorage.getItem('wtpu-authenticated')).toBe('true')
    expect(reasons).toEqual(['manual'])
    await waitFor(() => expect(api.callsOf(logout).map(({ body }) => body)).toEqual([{ refresh: 'refresh' }]))
  })

  test('works without the server', async () => {
    const api = fakeApi()
    api.failToConnect(logout)
    signedIn()
    signOut()
    await waitFor(() => expect(api.callsOf(logout)).toHaveLength(1))
    expect(getSession()).toBeNull()
  })

  test('in another tab signs out this tab', () => {
    signedIn()
    stop = maintainSession()
    let notified = 0
    const unsubscribe = onSessionChange(() => notified++)
    expect(getSession()?.user_id).toBe(7)
    localStorage.removeItem('access')
    window.dispatchEvent(new StorageEvent('storage', { key: 'access', newValue: null }))
    expect(notified).toBe(1)
    expect(getSession()).toBeNull()
    unsubscribe()
  })

  test('dispatches the reason "expired" when the session expires', () => {
    signedIn()
    endSession('expired')
    expect(reasons).toEqual(['expired'])
  })
})
