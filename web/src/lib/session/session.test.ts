import { getUser, logout, refreshToken, type User } from '@wtpu/contract/accounts'
import { getPollSummary } from '@wtpu/contract/polls'
import { waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { accessToken, fakeApi, json, signedIn } from '#testing/fake-api.tsx'
import { call } from '#lib/api/api.ts'
import { endSession, getSession, keepSession, onSessionChange, signOut, startSession } from './session.ts'
import { tokensIn } from './tokens.ts'

const summary = { active_polls: 1, total_participants: 2, trending_topic: null, polls_ending_soon: 0, votes_today: 0 }
const ada = {
  id: 7,
  first_name: 'Ada',
  last_name: 'Lovelace',
  name: 'Ada Lovelace',
  username: 'ada',
  avatar: '/media/avatars/7.webp',
  bio: '',
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

describe('the tokens', () => {
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
  ])('are found in %o', (reply, tokens) => expect(tokensIn(reply)).toEqual(tokens))

  test('make a session with the profile the server tells, kept for the next visit', async () => {
    const api = fakeApi()
    api.reply(getUser, ada)
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

  test('damaged ones make none', () => {
    localStorage.setItem('access', 'not.a.token')
    expect(getSession()).toBeNull()
  })
})

describe('the cached profile', () => {
  test('keeps an avatar of this host only', () => {
    signedIn()
    const cache = (avatar: string) => localStorage.setItem('user_profile', JSON.stringify({ first_name: 'A', avatar }))
    cache('https://elsewhere.example/a.png')
    expect(getSession()?.profile?.avatar).toBeUndefined()
    cache(`${window.location.origin}/media/a.png`)
    expect(getSession()?.profile?.avatar).toBe(`${window.location.origin}/media/a.png`)
  })

  test('is used for 5 minutes, then fetched again on start', async () => {
    const api = fakeApi()
    api.reply(getUser, { ...ada, first_name: 'Augusta' })
    signedIn()
    keepSession()()
    expect(api.calls).toHaveLength(0)
    localStorage.setItem('profile_last_fetch', String(Date.now() - 5 * 60_000))
    stop = keepSession()
    await waitFor(() => expect(getSession()?.profile?.first_name).toBe('Augusta'))
  })
})

describe('the refresh', () => {
  test('comes 300 s before the token expires', async () => {
    vi.useFakeTimers()
    const api = fakeApi()
    const fresh = () => ({ access: accessToken(), refresh: 'next' })
    api.reply(refreshToken, fresh)
    signedIn()
    stop = keepSession()
    await vi.advanceTimersByTimeAsync((3600 - 300 - 1) * 1000)
    expect(api.callsOf(refreshToken)).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1000)
    expect(api.callsOf(refreshToken).map(({ body }) => body)).toEqual([{ refresh: 'refresh' }])
    expect(localStorage.getItem('refresh')).toBe('next')
    await vi.advanceTimersByTimeAsync(3300 * 1000)
    expect(api.callsOf(refreshToken)).toHaveLength(2)
  })

  test('comes at once inside the last 300 s, and a short-lived answer makes no loop', async () => {
    vi.useFakeTimers()
    const api = fakeApi()
    api.reply(refreshToken, () => ({ access: accessToken({ lifeSeconds: 240 }), refresh: 'next' }))
    signedIn()
    localStorage.setItem('access', accessToken({ lifeSeconds: 200 }))
    stop = keepSession()
    await vi.advanceTimersByTimeAsync(1000)
    expect(api.callsOf(refreshToken)).toHaveLength(1)
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(api.callsOf(refreshToken)).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(api.callsOf(refreshToken)).toHaveLength(2)
  })

  test('is asked for once by many calls, which then all succeed', async () => {
    const api = fakeApi()
    signedIn()
    const stale = localStorage.getItem('access')
    api.reply(refreshToken, () => ({ access: accessToken({ lifeSeconds: 3000 }), refresh: 'next' }))
    api.answer(getPollSummary, ({ headers }) =>
      headers.get('Authorization') === `Bearer ${stale}` ? json({ code: 'expired', detail: '' }, 401) : json(summary),
    )
    await expect(Promise.all([call(getPollSummary), call(getPollSummary), call(getPollSummary)])).resolves.toHaveLength(
      3,
    )
    expect(api.callsOf(refreshToken)).toHaveLength(1)
    expect(api.callsOf(getPollSummary)).toHaveLength(6)
  })

  test('asks nothing when another tab has been faster', async () => {
    const api = fakeApi()
    signedIn()
    const stale = localStorage.getItem('access')
    const theirs = accessToken({ lifeSeconds: 3599 })
    vi.stubGlobal('navigator', {
      locks: {
        request: async (_name: string, work: () => Promise<unknown>) => {
          localStorage.setItem('access', theirs)
          localStorage.setItem('refresh', 'theirs')
          return work()
        },
      },
    })
    api.answer(getPollSummary, ({ headers }) =>
      headers.get('Authorization') === `Bearer ${stale}` ? json({ code: 'expired', detail: '' }, 401) : json(summary),
    )
    await expect(call(getPollSummary)).resolves.toEqual(summary)
    expect(api.callsOf(refreshToken)).toHaveLength(0)
  })

  test('is not repeated when the second answer is 401 too', async () => {
    const api = fakeApi()
    signedIn()
    api.reply(refreshToken, () => ({ access: accessToken({ lifeSeconds: 3000 }), refresh: 'next' }))
    api.refuse(getPollSummary, { status: 401, body: { detail: 'No.' } })
    await expect(call(getPollSummary)).rejects.toMatchObject({ status: 401, detail: 'No.' })
    expect(api.callsOf(getPollSummary)).toHaveLength(2)
    expect(reasons).toEqual([])
  })

  test('refused by the server ends the session and raises the original error', async () => {
    const api = fakeApi()
    signedIn()
    api.refuse(refreshToken, { status: 401, body: { detail: 'The refresh token is used up.' } })
    api.refuse(getPollSummary, { status: 401, body: { detail: 'Expired.' } })
    await expect(call(getPollSummary)).rejects.toMatchObject({ status: 401, detail: 'Expired.' })
    expect(reasons).toEqual(['expired'])
    expect(stored()).toEqual([])
    expect(getSession()).toBeNull()
  })

  test.each([
    ['without an answer', (api: ReturnType<typeof fakeApi>) => api.lose(refreshToken)],
    ['answered with 500', (api: ReturnType<typeof fakeApi>) => api.refuse(refreshToken, { status: 500 })],
    ['answered with 503', (api: ReturnType<typeof fakeApi>) => api.refuse(refreshToken, { status: 503 })],
  ])('%s keeps the tokens and is retried with back-off (decision 113)', async (_, fail) => {
    vi.useFakeTimers()
    const api = fakeApi()
    signedIn()
    localStorage.setItem('access', accessToken({ lifeSeconds: 100 }))
    const kept = stored()
    fail(api)
    stop = keepSession()
    await vi.advanceTimersByTimeAsync(1000)
    expect(api.callsOf(refreshToken)).toHaveLength(1)
    // 30 s after the first failure, 60 s after the second, and so on up to 8 minutes.
    for (const [retry, seconds] of [30, 60, 120, 240, 480, 480].entries()) {
      await vi.advanceTimersByTimeAsync((seconds - 2) * 1000)
      expect(api.callsOf(refreshToken)).toHaveLength(retry + 1)
      await vi.advanceTimersByTimeAsync(2000)
      expect(api.callsOf(refreshToken)).toHaveLength(retry + 2)
    }
    expect(stored()).toEqual(kept)
    expect(reasons).toEqual([])

    api.reply(refreshToken, () => ({ access: accessToken(), refresh: 'next' }))
    await vi.advanceTimersByTimeAsync(480_000)
    expect(localStorage.getItem('refresh')).toBe('next')
  })

  test('without a refresh token logs a user out, but never an anonymous visitor', async () => {
    const api = fakeApi()
    api.refuse(getPollSummary, { status: 401 })
    await expect(call(getPollSummary)).rejects.toMatchObject({ status: 401 })
    expect(reasons).toEqual([])
    signedIn()
    localStorage.removeItem('refresh')
    await expect(call(getPollSummary)).rejects.toMatchObject({ status: 401 })
    expect(reasons).toEqual(['expired'])
  })

  test('answered after a sign-out brings nobody back', async () => {
    const api = fakeApi()
    signedIn()
    api.reply(logout, { signed_out: true })
    api.refuse(getPollSummary, { status: 401 })
    api.reply(refreshToken, () => {
      signOut()
      return { access: accessToken(), refresh: 'next' }
    })
    await expect(call(getPollSummary)).rejects.toMatchObject({ status: 401 })
    expect(getSession()).toBeNull()
    expect(reasons).toEqual(['manual'])
  })
})

describe('signing out', () => {
  test('clears what is personal, says why, and tells the server', async () => {
    const api = fakeApi()
    api.reply(logout, { signed_out: true })
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
    api.lose(logout)
    signedIn()
    signOut()
    await waitFor(() => expect(api.callsOf(logout)).toHaveLength(1))
    expect(getSession()).toBeNull()
  })

  test('in another tab is noticed here', () => {
    signedIn()
    stop = keepSession()
    let heard = 0
    const unsubscribe = onSessionChange(() => heard++)
    expect(getSession()?.user_id).toBe(7)
    localStorage.removeItem('access')
    window.dispatchEvent(new StorageEvent('storage', { key: 'access', newValue: null }))
    expect(heard).toBe(1)
    expect(getSession()).toBeNull()
    unsubscribe()
  })

  test('the event of an expired session says so', () => {
    signedIn()
    endSession('expired')
    expect(reasons).toEqual(['expired'])
  })
})
