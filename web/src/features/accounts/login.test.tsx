import { forProfileTexts } from '@wtpu/contract/accounts/on-demand/fields'
import { maxUnits } from '@wtpu/contract/characters'
import { createToken, getUser, startGoogle } from '@wtpu/contract/accounts/accounts'
import { finishSignIn } from '@wtpu/contract/accounts/on-demand/factors'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { accessToken, fakeApi, json, openPage, signedIn } from '#testing/fake-api.tsx'

const credentialsDetail = 'No active account found with the given credentials'
const profile = {
  id: 7,
  first_name: 'Ada',
  last_name: 'Lovelace',
  name: 'Ada Lovelace',
  username: 'ada',
  avatar: null,
  ...forProfileTexts(() => ''),
  followers_count: 0,
  following_count: 0,
  join_date: '2026-01-01T00:00:00Z',
  date_joined: '2026-01-01T00:00:00Z',
  state: 'NY',
  location: 'NY',
  verified: false,
  posts_count: 0,
}

async function openLogin(search = '') {
  const api = fakeApi()
  const page = openPage(`/login${search}`)
  await screen.findByRole('heading', { name: 'Welcome Back' })
  return { api, ...page }
}

const email = () => screen.getByLabelText<HTMLInputElement>('Email')
const password = () => screen.getByLabelText<HTMLInputElement>('Password')
const descriptionOf = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent

async function signIn() {
  await userEvent.type(email(), 'ada@example.org')
  await userEvent.type(password(), 'analytical')
  await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))
}

test('shows the specified fields and links', async () => {
  await openLogin()
  expect(email().type).toBe('email')
  expect(email().required && password().required).toBe(true)
  expect(email().maxLength).toBe(254)
  expect(password().maxLength).toBe(maxUnits(200))
  expect(email().autocomplete).toBe('username webauthn')
  expect(password().autocomplete).toBe('current-password')
  expect(screen.getByRole('checkbox', { name: 'Remember me' })).toBeDefined()
  const main = screen.getByRole('main')
  const target = (name: string) =>
    [...main.querySelectorAll('a')].find((link) => link.textContent === name)?.getAttribute('href')
  expect(target('Forgot password?')).toBe('/forgot-password')
  expect(target('Create an account')).toBe('/signup')
  expect(target('Terms of Service')).toBe('/terms')
  expect(target('Privacy Policy')).toBe('/privacy')
})

test('shows and hides the password', async () => {
  await openLogin()
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(password().type).toBe('text')
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(password().type).toBe('password')
})

test.each([
  ['without Remember me', false, { username: 'ada@example.org', password: 'analytical' }],
  ['with Remember me', true, { username: 'ada@example.org', password: 'analytical', remember: true }],
])('signs in %s and opens the saved route', async (_, remember, body) => {
  sessionStorage.setItem('post_login_redirect', '/about?x=1')
  const { api, router } = await openLogin()
  api.respond(createToken, { access: accessToken(), refresh: 'r' })
  api.respond(getUser, profile)
  if (remember) await userEvent.click(screen.getByRole('checkbox'))
  await signIn()
  await screen.findByRole('heading', { name: 'About WTPU' })
  expect(router.state.location.href).toBe('/about?x=1')
  expect(api.callsOf(createToken)[0]?.body).toEqual(body)
  expect(localStorage.getItem('refresh')).toBe('r')
  expect(sessionStorage.getItem('post_login_redirect')).toBeNull()
})

test('shows progress, keeps focus and sends no second request while signing in', async () => {
  const { api } = await openLogin()
  let answer: (reply: Response) => void = () => {}
  api.respondRaw(createToken, () => new Promise<Response>((resolve) => (answer = resolve)))
  await signIn()
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Signing in...' })
  expect(button.ariaDisabled).toBe('true')
  await userEvent.click(button)
  await userEvent.keyboard('{Enter}')
  expect(api.callsOf(createToken)).toHaveLength(1)
  expect(button.disabled).toBe(false)
  expect(document.activeElement).toBe(button)
  answer(json({ detail: 'x' }, 500))
  expect((await screen.findByRole('button', { name: 'Sign In' })).ariaDisabled).toBeNull()
})

test('shows an unknown email at the email field', async () => {
  const { api } = await openLogin()
  api.respondError(createToken, { status: 401, body: { detail: credentialsDetail } })
  api.respondError(getUser, { status: 404 })
  await signIn()
  expect((await screen.findByRole('alert')).textContent).toBe('Email not found')
  expect(descriptionOf(email())).toBe('Email not found')
  expect(document.activeElement).toBe(email())
  expect(api.callsOf(getUser)[0]?.path).toBe('/auth/api/user/ada%40example.org/')
  expect(email().value).toBe('ada@example.org')
  expect(password().value).toBe('analytical')
})

test.each([400, 401])('shows a wrong password (%i) at the password field', async (status) => {
  const { api } = await openLogin()
  api.respondError(createToken, { status, body: { detail: credentialsDetail } })
  api.respond(getUser, { exists: true })
  await signIn()
  await waitFor(() => expect(descriptionOf(password())).toBe('Incorrect password'))
  expect(document.activeElement).toBe(password())
  await userEvent.type(password(), 'x')
  expect(descriptionOf(password())).toBeUndefined()
})

test('assumes a wrong password if the email lookup is rate limited', async () => {
  const { api } = await openLogin()
  api.respondError(createToken, { status: 401, body: { detail: 'Invalid credentials' } })
  api.respondError(getUser, { status: 429 })
  await signIn()
  await waitFor(() => expect(descriptionOf(password())).toBe('Incorrect password'))
})

test.each([
  [400, { detail: 'Malformed.' }, 'Invalid email or password'],
  [401, { detail: 'User is inactive.' }, 'Invalid email or password'],
  [429, { detail: 'Slow down.' }, 'Too many attempts. Please try again later.'],
  [503, { code: 'unavailable', detail: 'Please wait.' }, 'Please wait.'],
  [500, {}, 'Login failed. Please try again.'],
])('shows the specified message for a %i', async (status, body, message) => {
  const { api } = await openLogin()
  api.respondError(createToken, { status, body })
  await signIn()
  expect((await screen.findByRole('alert')).textContent).toBe(message)
})

test('keeps the typed email when the connection is lost', async () => {
  const { api } = await openLogin()
  api.failToConnect(createToken)
  await signIn()
  expect((await screen.findByRole('alert')).textContent).toBe('Login failed. Please try again.')
  expect(email().value).toBe('ada@example.org')
})

test('shows an error if the reply has no token', async () => {
  const { api } = await openLogin()
  api.respondRaw(createToken, () => json({ refresh: 'r' }))
  await signIn()
  expect((await screen.findByRole('alert')).textContent).toBe('No access token in response')
})

test('asks for a code after the right password, keeps what was typed, and starts again once the ticket has ended', async () => {
  const { api } = await openLogin()
  api.respondRaw(createToken, () => json({ code: 'second_factor_required', detail: 'One more.', ticket: 'seven' }, 401))
  await signIn()
  const title = await screen.findByRole('heading', { name: 'One more step' })
  expect(document.activeElement).toBe(title)
  const code = screen.getByLabelText<HTMLInputElement>('Code')
  const wrong = 'This code is not right.'
  api.respondError(finishSignIn, {
    status: 403,
    body: { code: 'wrong_code', detail: wrong, fields: { code: [wrong] } },
  })
  await userEvent.type(code, '123 456{Enter}')
  expect(await screen.findByText(wrong)).toBeTruthy()
  expect(code.value).toBe('123 456')
  api.respondError(finishSignIn, { status: 403, body: { code: 'ticket_ended', detail: 'This took too long.' } })
  await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
  expect((await screen.findByRole('alert')).textContent).toBe('This took too long.')
  await userEvent.click(screen.getByRole('button', { name: 'Start again' }))
  await signIn()
  api.respond(finishSignIn, { access: accessToken(), refresh: 'r' })
  api.respond(getUser, profile)
  await userEvent.type(await screen.findByLabelText('Code'), 'abcd-efgh{Enter}')
  await waitFor(() => expect(localStorage.getItem('refresh')).toBe('r'))
  expect(api.callsOf(finishSignIn).at(-1)?.body).toEqual({ ticket: 'seven', code: 'abcd-efgh' })
})

test('shows a notice after a password reset', async () => {
  await openLogin('?reset=1')
  expect(screen.getByText('Password updated successfully. Please sign in with your new password.')).toBeDefined()
})

test('explains that Google and Apple sign-in are not available', async () => {
  const { api } = await openLogin()
  api.respondError(startGoogle, { status: 503, body: { code: 'google_not_set_up' } })
  await userEvent.click(screen.getByRole('button', { name: 'Continue with Google' }))
  expect(
    await screen.findByText('Google sign-in is not set up on this server. Please use email for now.'),
  ).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Continue with Apple' }))
  expect(await screen.findByText('Coming Soon!')).toBeDefined()
  expect(screen.getByText('Apple Sign In will be available soon. Please use Google or email for now.')).toBeDefined()
})

test('redirects users who are signed in, also in another tab', async () => {
  sessionStorage.setItem('last_route', '/about')
  const { router } = await openLogin()
  signedIn()
  fireEvent(window, new StorageEvent('storage', { key: 'access', newValue: 'x' }))
  await router.navigate({ to: '/login' })
  await waitFor(() => expect(router.state.location.pathname).toBe('/about'))
})
