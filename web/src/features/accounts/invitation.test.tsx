import { getAccount, getUser, register, signInWithGoogle } from '@wtpu/contract/accounts/accounts'
import { acceptInvitation, getRegistration, openInvitation } from '@wtpu/contract/site/invitations'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { cacheEmailStatus } from '#lib/session/email-status.ts'
import { registration } from './fixtures.ts'
import { accessToken, fakeApi, openPage, signedIn } from '#testing/fake-api.tsx'

async function signUp() {
  await userEvent.type(await screen.findByLabelText('First name'), 'Ben')
  await userEvent.type(screen.getByLabelText('Last name'), 'Birchmere')
  await userEvent.type(screen.getByLabelText('Email'), 'ben@mail.example')
  await userEvent.type(screen.getByLabelText('Password'), 'a long walk')
  await userEvent.type(screen.getByLabelText('Confirm password'), 'a long walk')
  await userEvent.selectOptions(screen.getByLabelText('State'), 'Ohio')
  await userEvent.click(screen.getByLabelText(/^I agree to the/))
  await userEvent.click(screen.getByRole('button', { name: 'Create Account' }))
}

test.each([
  { role: 'user', way: '/', isKept: false },
  { role: 'moderator', way: '/invitation', isKept: true },
] as const)('a visitor signs up with an invitation to become a $role while registration is closed', async (invited) => {
  const { role, way, isKept } = invited
  const fake = fakeApi()
  fake.respond(openInvitation, { role })
  fake.respond(getRegistration, { ...registration, is_closed: true })
  fake.respondError(getUser, { status: 503 })
  fake.respondError(getAccount, { status: 503 })
  fake.respond(register, { id: 7, username: 'ben1', access: accessToken(), refresh: 'r' })
  const { router } = openPage('/invitation#secret')
  await userEvent.click(await screen.findByRole('link', { name: 'Create an account' }))
  expect(router.state.location.href).toBe('/signup')
  expect(sessionStorage.getItem('post_login_redirect')).toBe(way)
  await signUp()
  await waitFor(() => expect(fake.callsOf(register)[0]?.body).toMatchObject({ invitation: 'secret' }))
  await waitFor(() => expect(router.state.location.pathname).toBe(way))
  expect(sessionStorage.getItem('invitation_token')).toBe(isKept ? 'secret' : null)
})

test('an invited person whose email is not confirmed learns what to do first, and can ask for another link', async () => {
  signedIn()
  cacheEmailStatus({ email: 'ben@mail.example', email_confirmed: false, confirmation_required: true })
  const fake = fakeApi()
  fake.respondError(getAccount, { status: 503 })
  fake.respond(openInvitation, { role: 'moderator' })
  const detail = 'Please confirm your email first. We sent a link to your address.'
  fake.respondError(acceptInvitation, { status: 403, body: { code: 'email_not_confirmed', detail } })
  openPage('/invitation#secret')
  const main = within(await screen.findByRole('main'))
  expect(await main.findByText(/^First confirm your email/)).toBeTruthy()
  await userEvent.click(main.getByRole('button', { name: 'Become a moderator' }))
  expect((await main.findByRole('alert')).textContent).toBe(detail)
  expect(main.getByRole('button', { name: /^Resend/ })).toBeTruthy()
})

test('a registration with an invitation that has ended says so, and the next one goes without it', async () => {
  sessionStorage.setItem('invitation_token', 'old')
  const fake = fakeApi()
  fake.respond(openInvitation, { role: 'user' })
  fake.respondError(register, { status: 403, body: { code: 'invitation_ended', detail: 'It was used.' } })
  openPage('/signup')
  await signUp()
  expect((await screen.findByRole('alert')).textContent).toBe('It was used.')
  expect(sessionStorage.getItem('invitation_token')).toBeNull()
})

test('an invitation that has ended is named before anything is filled in, and not used', async () => {
  sessionStorage.setItem('invitation_token', 'old')
  const fake = fakeApi()
  fake.respondError(openInvitation, { status: 403, body: { code: 'invitation_ended', detail: 'It was used.' } })
  const { unmount } = openPage('/signup')
  expect((await screen.findByRole('alert')).textContent).toBe('It was used.')
  expect(screen.getByRole('button', { name: 'Continue with Google' })).toBeTruthy()
  expect(sessionStorage.getItem('invitation_token')).toBeNull()
  unmount()
  sessionStorage.setItem('invitation_token', 'older')
  fake.respond(getRegistration, { ...registration, is_closed: true })
  openPage('/signup')
  expect(await screen.findByRole('heading', { name: 'Registration is closed' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Continue with Google' })).toBeNull()
})

test('a signed-in person accepts the role, and sees why that failed', async () => {
  signedIn()
  const fake = fakeApi()
  fake.respond(openInvitation, { role: 'admin' })
  fake.respondError(acceptInvitation, { status: 409, body: { detail: 'Not now.' } })
  openPage('/invitation#secret')
  const become = await screen.findByRole('button', { name: 'Become an admin' })
  await userEvent.click(become)
  expect((await screen.findByRole('alert')).textContent).toBe('Not now.')
  fake.respond(acceptInvitation, { role: 'admin' })
  await userEvent.click(become)
  expect((await screen.findByRole('link', { name: 'Go to Administration' })).getAttribute('href')).toBe('/admin')
  expect(fake.callsOf(acceptInvitation)[1]?.body).toEqual({ token: 'secret' })
  expect(sessionStorage.getItem('invitation_token')).toBeNull()
})

test('an invitation that ends before it is accepted offers nothing that would fail again, until another is opened', async () => {
  signedIn()
  const fake = fakeApi()
  fake.respond(openInvitation, { role: 'moderator' })
  fake.respondError(acceptInvitation, { status: 403, body: { code: 'invitation_ended', detail: 'It was used.' } })
  const { router } = openPage('/invitation#old')
  await userEvent.click(await screen.findByRole('button', { name: 'Become a moderator' }))
  expect((await screen.findByRole('alert')).textContent).toBe('It was used.')
  expect(document.activeElement?.textContent).toBe('Go to Home')
  expect(screen.queryByRole('button', { name: 'Become a moderator' })).toBeNull()
  await router.navigate({ to: '/invitation', hash: 'new' })
  expect(await screen.findByRole('button', { name: 'Become a moderator' })).toBeTruthy()
  expect(fake.callsOf(openInvitation).at(-1)?.body).toEqual({ token: 'new' })
})

test('an ended invitation, a link without token and a member with a link for members each get a sentence', async () => {
  const fake = fakeApi()
  fake.respondError(openInvitation, { status: 403, body: { code: 'invitation_ended', detail: 'It has ended.' } })
  const { unmount } = openPage('/invitation#secret')
  expect((await screen.findByRole('alert')).textContent).toBe('It has ended.')
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')
  unmount()
  sessionStorage.clear()
  const second = openPage('/invitation')
  expect((await screen.findByRole('alert')).textContent).toMatch(/^This link is not complete\./)
  second.unmount()
  signedIn()
  fake.respond(openInvitation, { role: 'user' })
  const third = openPage('/invitation#other')
  expect(await screen.findByText(/^You are signed in, so you are a member already\./)).toBeTruthy()
  third.unmount()
  fake.respondError(openInvitation, { status: 403, body: { code: 'invitation_ended', detail: 'It has ended.' } })
  openPage('/invitation#used')
  expect((await screen.findByRole('link', { name: 'Go to Home' })).getAttribute('href')).toBe('/')
})

test('without an invitation, a closed registration says so and offers to sign in', async () => {
  const fake = fakeApi()
  fake.respond(getRegistration, { ...registration, is_closed: true })
  openPage('/signup')
  expect(await screen.findByRole('heading', { name: 'Registration is closed' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe('/login')
  expect(screen.queryByRole('button', { name: 'Create Account' })).toBeNull()
})

test('a new person with Google learns that registration is closed', async () => {
  sessionStorage.setItem('google_transaction', 'signed')
  const fake = fakeApi()
  fake.respondError(signInWithGoogle, { status: 403, body: { code: 'registration_closed', detail: 'It is closed.' } })
  openPage('/login?code=a&state=b')
  expect((await screen.findByRole('alert')).textContent).toBe('It is closed.')
})
