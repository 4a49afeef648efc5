import { createToken, getUser, register } from '@wtpu/contract/accounts/accounts'
import { passwordErrors } from '@wtpu/contract/accounts/on-demand/credentials'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accessToken, fakeApi, openPage } from '#testing/fake-api.tsx'
import { validateRegistration, emptyRegistration, registrationErrorsIn } from './rules.ts'

let api: ReturnType<typeof fakeApi>
let page: ReturnType<typeof openPage>

beforeEach(async () => {
  api = fakeApi()
  page = openPage('/signup')
  await screen.findByRole('heading', { name: 'Join WTPU' })
})

afterEach(() => void vi.restoreAllMocks())

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Create Account' }))
const errorAt = (label: string) =>
  (field(label).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter((id) => id.endsWith('-error'))
    .map((id) => document.getElementById(id)?.textContent)[0]
const terms = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /I agree to the/ })

async function fillIn() {
  await userEvent.type(field('First name'), ' Ada ')
  await userEvent.type(field('Last name'), 'Lovelace')
  await userEvent.type(field('Email'), 'ada@example.org')
  await userEvent.type(field('Password'), 'analytical')
  await userEvent.type(field('Confirm password'), 'analytical')
  await userEvent.selectOptions(field('State'), 'New York')
  await userEvent.click(terms())
}

const requestBody = {
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.org',
  state: 'New York',
  password: 'analytical',
  confirm_password: 'analytical',
  sign_in: true,
}

test('shows the specified fields, links and states', () => {
  expect(screen.getByRole('heading', { name: "What you'll get" })).toBeDefined()
  expect(screen.getAllByText('One vote in every live poll')).toHaveLength(1)
  for (const badge of ['Secure', 'Free Forever', 'Nonpartisan']) expect(screen.getByText(badge)).toBeDefined()
  const link = (name: string) => screen.getAllByRole('link', { name }).map((found) => found.getAttribute('href'))
  expect(link('Sign in')).toEqual(['/login'])
  expect(link('Terms of Service')[0]).toBe('/terms')
  expect(link('Privacy Policy')[0]).toBe('/privacy')
  expect(screen.getByRole('button', { name: 'Continue with Google' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Continue with Apple' })).toBeDefined()
  const states = [...field('State').querySelectorAll('option')].map((option) => option.textContent)
  expect(states).toHaveLength(1 + 50 + 6)
  expect([states[1], states[50], states[51]]).toEqual(['Alabama', 'Wyoming', 'American Samoa'])
  expect(field('State').querySelector('hr')).not.toBeNull()
})

test.each(['👩‍👩‍👧‍👦', 'é', '𠮷'])('a name and a password can have as many %s as the server counts', async (character) => {
  for (const [label, limit] of [
    ['First name', 60],
    ['Password', 200],
  ] as const) {
    await userEvent.click(field(label))
    await userEvent.paste(character.repeat(limit))
    expect(field(label).value).toBe(character.repeat(limit))
  }
  await submit()
  expect(errorAt('First name')).toBeUndefined()

  await userEvent.type(field('First name'), 'x')
  await submit()
  expect(errorAt('First name')).toBe('First name can have at most 60 characters')
})

test('says at the field why a name is not allowed', async () => {
  await userEvent.type(field('First name'), 'www.evil.example')
  await userEvent.type(field('Last name'), 'WTPU Support')
  await submit()
  expect(errorAt('First name')).toMatch(/^First name cannot contain an address/)
  expect(errorAt('Last name')).toMatch(/^Last name cannot contain a word that is reserved/)
  expect(document.activeElement).toBe(field('First name'))
})

test('shows all errors of an empty form and focuses the first one', async () => {
  await submit()
  expect(errorAt('First name')).toBe('First name is required')
  expect(errorAt('Last name')).toBe('Last name is required')
  expect(errorAt('Email')).toBe('Email is required')
  expect(errorAt('Password')).toBe('Password must be at least 8 characters')
  expect(errorAt('State')).toBe('State is required')
  expect(screen.getByText('You must agree to the terms')).toBeDefined()
  expect(document.activeElement).toBe(field('First name'))
  expect(api.callsOf(register)).toHaveLength(0)
})

test('clears only the error of the edited field', async () => {
  await submit()
  await userEvent.type(field('First name'), 'A')
  expect(errorAt('First name')).toBeUndefined()
  expect(errorAt('Last name')).toBe('Last name is required')
  await userEvent.click(terms())
  expect(screen.queryByText('You must agree to the terms')).toBeNull()
})

test('requires an @ in the email and matching passwords', async () => {
  await fillIn()
  await userEvent.clear(field('Email'))
  await userEvent.type(field('Email'), 'ada')
  await userEvent.type(field('Confirm password'), 'x')
  await submit()
  expect(errorAt('Email')).toBe('Valid email is required')
  expect(errorAt('Confirm password')).toBe('Passwords do not match')
  expect(document.activeElement).toBe(field('Email'))
})

test('validates in the order of the specification', () => {
  const errors = validateRegistration({ ...emptyRegistration, confirmPassword: 'x' })
  expect(Object.keys(errors)).toEqual([
    'firstName',
    'lastName',
    'email',
    'password',
    'confirmPassword',
    'state',
    'agreeToTerms',
  ])
})

test('signs in after registration and opens Home', async () => {
  api.respond(register, { id: 7, username: 'ada' })
  api.respond(createToken, { access: accessToken(), refresh: 'r' })
  api.respondError(getUser, { status: 404 })
  await fillIn()
  await submit()
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/'))
  expect(api.callsOf(register)[0]?.body).toEqual(requestBody)
  expect(api.callsOf(createToken)[0]?.body).toEqual({ username: 'ada@example.org', password: 'analytical' })
})

test('starts the session that the registration opened, without a second sign-in', async () => {
  api.respond(register, { id: 7, username: 'ada', access: accessToken(), refresh: 'r' })
  api.respondError(getUser, { status: 404 })
  await fillIn()
  await submit()
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/'))
  expect(localStorage.getItem('refresh')).toBe('r')
  expect(localStorage.getItem('wtpu-welcome')).toBe('1')
  expect(api.callsOf(createToken)).toEqual([])
})

test('says that too many people are here, and repeats the registration after the time that the server asks for', async () => {
  const rejection = {
    status: 503,
    headers: { 'Retry-After': '0' },
    body: { code: 'overloaded', detail: 'Please wait.' },
  }
  vi.spyOn(Math, 'random').mockReturnValue(0.05)
  api.respondError(register, rejection)
  await fillIn()
  await submit()
  await screen.findByText('Many people are here right now. Trying again in a few seconds…')
  api.respond(register, { id: 7, username: 'ada', access: accessToken(), refresh: 'r' })
  api.respondError(getUser, { status: 404 })
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/'))
})

test('gives up after three repetitions', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const rejection = {
    status: 503,
    headers: { 'Retry-After': '0' },
    body: { code: 'overloaded', detail: 'Please wait.' },
  }
  api.respondError(register, rejection)
  await fillIn()
  await submit()
  expect((await screen.findByRole('alert')).textContent).toBe('Please wait.')
  expect(api.callsOf(register)).toHaveLength(4)
})

test('opens the saved route instead of Home, and sends the newsletter choice', async () => {
  sessionStorage.setItem('post_login_redirect', '/about')
  api.respond(register, { id: 7, username: 'ada' })
  api.respond(createToken, { access: accessToken(), refresh: 'r' })
  api.respondError(getUser, { status: 404 })
  await fillIn()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Send me the newsletter' }))
  await submit()
  await waitFor(() => expect(page.router.state.location.pathname).toBe('/about'))
  expect(api.callsOf(register)[0]?.body).toEqual({ ...requestBody, newsletter: true })
})

test('links to sign-in if the email is taken, and keeps the form', async () => {
  api.respondError(register, { status: 400, body: { fields: { email: ['email already exists'] } } })
  await fillIn()
  await submit()
  await waitFor(() =>
    expect(errorAt('Email')).toContain('Email already registered. Please use a different email or sign in.'),
  )
  expect(document.activeElement).toBe(field('Email'))
  expect(field('Password').value).toBe('analytical')
  await userEvent.click(screen.getByRole('link', { name: 'Sign in to your existing account' }))
  await screen.findByRole('heading', { name: 'Welcome Back' })
})

test.each([
  ['email', 'email already exists', 'email', 'Email already registered. Please use a different email or sign in.'],
  [
    'username',
    'username already exists',
    'email',
    'Email already registered. Please use a different email or sign in.',
  ],
  ['email', 'Enter a valid email address.', 'email', 'Enter a valid email address.'],
  ['confirm_password', 'Passwords do not match', 'confirmPassword', 'Passwords do not match.'],
  ['first_name', 'first_name is required', 'firstName', 'First name is required.'],
  ['last_name', 'last_name is required', 'lastName', 'Last name is required.'],
  ['last_name', 'Last name cannot contain “@”', 'lastName', 'Last name cannot contain “@”'],
  ['email', 'email is required', 'email', 'Email is required.'],
  ['state', 'state is required', 'state', 'State is required.'],
  ['password', 'password is required', 'password', 'Password is required.'],
  ['confirm_password', 'confirm_password is required', 'confirmPassword', 'Confirm password is required.'],
  ['password', passwordErrors.common, 'password', passwordErrors.common],
])('maps the field %s of the server with "%s" to the field %s', (serverField, message, name, text) => {
  expect(registrationErrorsIn({ [serverField]: [message] })).toEqual({ [name]: text })
})

test.each([
  ['Confirm password', { confirm_password: ['Passwords do not match'] }, 'Passwords do not match.'],
  ['State', { state: ['state is required'] }, 'State is required.'],
])('shows a server error at the %s field', async (label, fields, text) => {
  api.respondError(register, { status: 400, body: { fields: fields as unknown as Record<string, string[]> } })
  await fillIn()
  await submit()
  await waitFor(() => expect(errorAt(label)).toBe(text))
})

test.each([
  [400, {}, 'Registration failed. Please check your information.'],
  [429, { detail: 'Slow down.' }, 'Too many attempts. Please try again later.'],
  [429, { code: 'daily_limit', detail: 'Too many of catchall.example today.' }, 'Too many of catchall.example today.'],
  [503, { code: 'unavailable', error: 'Please wait.' }, 'Please wait.'],
  [500, {}, 'Registration failed. Please try again.'],
])('shows the specified message for a %i', async (status, body, message) => {
  api.respondError(register, { status, body })
  await fillIn()
  await submit()
  await waitFor(() => expect(screen.getAllByRole('alert').map((alert) => alert.textContent)).toEqual([message]))
  expect(field('Email').value).toBe('ada@example.org')
  expect(field('First name').value.trim()).toBe('Ada')
})

test('opens the login with the email filled in if the automatic sign-in fails', async () => {
  api.respond(register, { id: 7, username: 'ada' })
  api.respondError(createToken, { status: 503 })
  await fillIn()
  await submit()
  await screen.findByRole('heading', { name: 'Welcome Back' })
  expect(
    await screen.findByText('Your account was created. Please sign in with your email and password.'),
  ).toBeDefined()
  expect(field('Email').value).toBe('ada@example.org')
  expect(page.router.state.location.href).toBe('/login')
})
