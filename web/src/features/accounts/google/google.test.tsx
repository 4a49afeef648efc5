import {
  getUser,
  logout,
  signInWithGoogle,
  signInWithProvider,
  startGoogle,
  startProvider,
} from '@wtpu/contract/accounts/accounts'
import { finishSignIn } from '@wtpu/contract/accounts/on-demand/factors'
import { getRegistration } from '@wtpu/contract/site/invitations'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { StrictMode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import * as externalRedirect from '#lib/external-redirect.ts'
import { signOut } from '#lib/session/sign-out.ts'
import { accessToken, fakeApi, json, openPage } from '#testing/fake-api.tsx'
import { registration } from '../fixtures.ts'

const user = { first_name: 'Ada', last_name: 'Lovelace', avatar: null }
const tokens = () => ({ access: accessToken(), refresh: 'r', is_new: true, unknown_state: null, user })
const callbackPath = '/login?code=4%2Fabc%2Bd&state=s1&iss=https%3A%2F%2Faccounts.google.com'

beforeEach(() => void vi.spyOn(externalRedirect, 'redirectToExternalSite').mockImplementation(() => undefined))

function returnFromGoogle(path = callbackPath) {
  sessionStorage.setItem('google_transaction', 'signed')
  const api = fakeApi()
  api.respondError(getUser, { status: 503 })
  return { api, open: () => openPage(path) }
}

test('asks for the second factor of an account that Google has found', async () => {
  const { api, open } = returnFromGoogle()
  api.respondRaw(signInWithGoogle, () => json({ code: 'second_factor_required', ticket: 'seven' }, 401))
  open()
  expect(await screen.findByRole('heading', { name: 'One more step' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Start again' }))
  expect(await screen.findByRole('button', { name: 'Continue with Google' })).toBeTruthy()
  expect(screen.queryByText('Signing you in with Google…')).toBeNull()
})

test.each([
  ['/login', 'Welcome Back'],
  ['/signup', 'Join WTPU'],
])('redirects from %s to the consent page, with /login as redirect URI', async (path, heading) => {
  const api = fakeApi()
  api.respond(startGoogle, {
    authorization_url: 'https://accounts.google.com/o?x=1',
    transaction: 'signed',
    sign_out_url: null,
  })
  openPage(path)
  await screen.findByRole('heading', { name: heading })

  await userEvent.click(screen.getByRole('button', { name: 'Continue with Google' }))

  await waitFor(() =>
    expect(externalRedirect.redirectToExternalSite).toHaveBeenCalledWith('https://accounts.google.com/o?x=1'),
  )
  expect(api.callsOf(startGoogle)[0]?.body).toEqual({ redirect_uri: `${window.location.origin}/login` })
  expect(sessionStorage.getItem('google_transaction')).toBe('signed')
})

test.each([
  ['/login', 500, {}, 'Google login failed. Please try again.'],
  ['/signup', 503, {}, 'Google signup failed. Please try again.'],
  [
    '/login',
    400,
    { detail: 'Google sign-in works at https://wtpu.example only.' },
    'Google sign-in works at https://wtpu.example only.',
  ],
  ['/signup', 429, {}, 'Too many attempts. Please try again later.'],
])('shows an error on %s when starting Google sign-in fails with %i', async (path, status, body, message) => {
  const api = fakeApi()
  api.respondError(startGoogle, { status, body })
  openPage(path)

  await userEvent.click(await screen.findByRole('button', { name: 'Continue with Google' }))

  expect(await screen.findByText(message)).toBeDefined()
})

test('sends the returned code once and decoded, removes it from the URL, and opens the saved route', async () => {
  sessionStorage.setItem('post_login_redirect', '/about')
  const { api, open } = returnFromGoogle()
  api.respond(signInWithGoogle, tokens)

  const { router } = open()

  await screen.findByRole('heading', { name: 'About WTPU' })
  expect(api.callsOf(signInWithGoogle)).toHaveLength(1)
  expect(api.callsOf(signInWithGoogle)[0]?.body).toEqual({
    code: '4/abc+d',
    state: 's1',
    iss: 'https://accounts.google.com',
    redirect_uri: `${window.location.origin}/login`,
    transaction: 'signed',
  })
  expect(router.state.location.href).toBe('/about')
  expect(localStorage.getItem('refresh')).toBe('r')
  expect(sessionStorage.getItem('google_transaction')).toBeNull()
})

test('shows progress while signing in, with the code removed from the URL', async () => {
  const { api, open } = returnFromGoogle()
  let answer: (reply: ReturnType<typeof tokens>) => void = () => undefined
  api.respond(signInWithGoogle, () => new Promise((resolve) => (answer = resolve)))

  const { router } = open()

  expect(await screen.findByText('Signing you in with Google…')).toBeDefined()
  await waitFor(() => expect(router.state.location.href).toBe('/login'))
  answer(tokens())
  await waitFor(() => expect(router.state.location.href).toBe('/'))
})

test('sends the code only once in StrictMode, which renders twice', async () => {
  const { api } = returnFromGoogle()
  api.respond(signInWithGoogle, tokens)

  openPage(callbackPath, StrictMode)

  await waitFor(() => expect(localStorage.getItem('refresh')).toBe('r'))
  expect(api.callsOf(signInWithGoogle)).toHaveLength(1)
})

test.each([
  [400, { error: 'Google has not verified this email address.' }, 'Google has not verified this email address.'],
  [500, {}, 'Google login failed. Please try again.'],
  [429, {}, 'Too many attempts. Please try again later.'],
  [429, { code: 'daily_limit', detail: 'Too many of catchall.example today.' }, 'Too many of catchall.example today.'],
])('shows the error for a %i and keeps the sign-in form', async (status, body, message) => {
  const { api, open } = returnFromGoogle()
  api.respondError(signInWithGoogle, { status, body })

  open()

  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect(screen.getByLabelText('Email')).toBeDefined()
})

test.each([
  ['/login?error=access_denied&state=s1', 'Google sign-in was cancelled.'],
  ['/login?error=server_error&state=s1', 'Google authentication failed. Please try again.'],
  ['/login?code=abc', 'Google authentication failed. Please try again.'],
])('shows an error for %s without sending a request', async (path, message) => {
  const { api, open } = returnFromGoogle(path)

  const { router } = open()

  expect((await screen.findByRole('alert')).textContent).toBe(message)
  expect(api.callsOf(signInWithGoogle)).toHaveLength(0)
  expect(router.state.location.href).toBe('/login')
})

test('ignores a code from a sign-in that this browser did not start', async () => {
  const { api, open } = returnFromGoogle()
  sessionStorage.removeItem('google_transaction')

  open()

  expect((await screen.findByRole('alert')).textContent).toBe('Google authentication failed. Please try again.')
  expect(api.callsOf(signInWithGoogle)).toHaveLength(0)
})

const city = { id: 'city', label: 'Riverton account', logo: 'data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=' }

test('offers the other providers of the site, and leads there', async () => {
  const api = fakeApi()
  api.respond(getRegistration, { ...registration, providers: [city] })
  api.respond(startProvider, {
    authorization_url: 'https://city.example/o?x=1',
    transaction: 'signed',
    sign_out_url: null,
  })
  openPage('/login')
  await userEvent.click(await screen.findByRole('button', { name: 'Continue with Riverton account' }))
  await waitFor(() =>
    expect(externalRedirect.redirectToExternalSite).toHaveBeenCalledWith('https://city.example/o?x=1'),
  )
  expect(screen.getByLabelText('Email')).toBeTruthy()
  api.respondError(startProvider, { status: 503, body: { code: 'provider_unreachable', detail: 'It is down.' } })
  await userEvent.click(screen.getByRole('button', { name: 'Continue with Riverton account' }))
  expect(await screen.findByText('It is down.')).toBeTruthy()
})

test.each(['/login', '/signup'])('shows no other way on %s if the site takes only its providers', async (path) => {
  fakeApi().respond(getRegistration, { ...registration, providers: [city], only_providers: true })
  openPage(path)
  expect(await screen.findByRole('button', { name: 'Continue with Riverton account' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Google|Apple|passkey|^Sign In$/ })).toBeNull()
  expect(screen.queryByLabelText('Email')).toBeNull()
})

function returnFromCity() {
  sessionStorage.setItem('sign_in_provider', JSON.stringify({ id: 'city', label: 'Riverton account' }))
  return returnFromGoogle('/login?code=abc&state=s1')
}

test.each([
  ['at once', undefined],
  ['after the second factor', '123456'],
])('comes back from another provider, is signed in %s, and signs out there, too', async (_when, code) => {
  sessionStorage.setItem('sign_in_provider_end', 'https://city.example/end')
  const { api, open } = returnFromCity()
  if (code === undefined) api.respond(signInWithProvider, tokens)
  else api.respondRaw(signInWithProvider, () => json({ code: 'second_factor_required', ticket: 'seven' }, 401))
  api.respond(finishSignIn, () => ({ access: accessToken(), refresh: 'r' }))
  api.respond(logout, { signed_out: true })
  open()
  if (code !== undefined) {
    await userEvent.type(await screen.findByLabelText('Code'), code)
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  }
  await waitFor(() => expect(localStorage.getItem('sign_out_url')).toBe('https://city.example/end'))
  expect(api.callsOf(signInWithProvider)[0]).toMatchObject({ path: '/auth/api/providers/city/', body: { code: 'abc' } })
  signOut()
  await waitFor(() => expect(externalRedirect.redirectToExternalSite).toHaveBeenCalledWith('https://city.example/end'))
  expect(localStorage.getItem('sign_out_url')).toBeNull()
})

test('says what the provider calls the state, if it is none', async () => {
  const { api, open } = returnFromCity()
  api.respond(signInWithProvider, () => ({ ...tokens(), unknown_state: 'Bavaria' }))
  open()
  expect(await screen.findByText('Riverton account calls your state “Bavaria”')).toBeTruthy()
  expect(screen.getByText('This site has no such state. Choose yours in your profile settings.')).toBeTruthy()
})

test('names the provider that failed', async () => {
  sessionStorage.setItem('sign_in_provider', JSON.stringify({ id: 'city', label: 'Riverton account' }))
  returnFromGoogle('/login?error=access_denied&state=s1').open()
  expect((await screen.findByRole('alert')).textContent).toBe('Riverton account sign-in was cancelled.')
})
