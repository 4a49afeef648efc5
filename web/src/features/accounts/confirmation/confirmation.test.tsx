import * as accounts from '@wtpu/contract/accounts/accounts'
import * as confirmation from '@wtpu/contract/accounts/confirmation'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { cachedEmailStatus, cacheEmailStatus } from '#lib/session/email-status.ts'
import { account } from '#features/accounts/fixtures.ts'
import { toast } from '#ui/toast/toast.tsx'
import { resendAction } from '#ui/resend-confirmation.tsx'
import { fakeApi, openPage, signedIn } from '#testing/fake-api.tsx'

const unconfirmed = { ...account, email_confirmed: false }
const required = { ...unconfirmed, confirmation_required: true }
const tooMany = 'You can request at most 5 confirmation emails in 24 hours.'

function openUnconfirmed(status: accounts.Account = unconfirmed, path = '/about') {
  signedIn()
  cacheEmailStatus(status)
  const api = fakeApi()
  api.respond(accounts.getAccount, status)
  return { api, ...openPage(path) }
}
const banner = () => screen.findByRole('complementary', { name: 'Confirm your email' })
const noBanner = () => screen.queryByRole('complementary', { name: 'Confirm your email' })
const resendButton = async () => within(await banner()).getByRole('button', { name: /^Resend/ })

describe('banner', () => {
  test('asks unconfirmed users to confirm and shows their email', async () => {
    openUnconfirmed()

    expect((await banner()).textContent).toContain('Please confirm your email. We sent a link to ada@wtpu.example.')
    // The address breaks at its signs.
    expect((await banner()).innerHTML).toContain('ada@<wbr>wtpu.<wbr>example.')
  })

  test('is hidden where no mail can be sent', async () => {
    const { api } = openUnconfirmed({ ...required, sends_mail: false })

    await screen.findByRole('heading', { level: 1 })
    await waitFor(() => expect(api.callsOf(accounts.getAccount)).toHaveLength(1))
    expect(noBanner()).toBeNull()
  })

  test('is hidden for confirmed users, without a request', async () => {
    signedIn()
    const api = fakeApi()
    openPage('/about')

    await screen.findByRole('heading', { level: 1 })
    expect(noBanner()).toBeNull()
    expect(api.callsOf(accounts.getAccount)).toHaveLength(0)
  })

  test('appears only with the next page if the status arrives after the first render', async () => {
    signedIn()
    localStorage.removeItem('email_status')
    fakeApi().respond(accounts.getAccount, unconfirmed)
    const { router } = openPage('/about')
    await waitFor(() => expect(cachedEmailStatus()).toMatchObject({ email_confirmed: false }))
    expect(noBanner()).toBeNull()

    await act(() => router.navigate({ to: '/guidelines' }))

    expect(await banner()).toBeDefined()
  })

  test('sends another link and confirms it', async () => {
    const { api } = openUnconfirmed()
    api.respond(confirmation.resendConfirmation, { sent: true })

    await userEvent.click(await resendButton())

    const status = await within(await banner()).findByRole('status')
    expect(status.textContent).toBe('Sent. Please check your inbox.')
  })

  test.each([
    ['rate limit', { status: 429, body: { detail: tooMany } }, tooMany],
    ['server error', { status: 500 }, 'Something went wrong on our side. Please try again.'],
  ])('shows why no link was sent: %s', async (_name, reply, text) => {
    const { api } = openUnconfirmed()
    api.respondError(confirmation.resendConfirmation, reply)

    await userEvent.click(await resendButton())

    expect(await within(await banner()).findByText(text)).toBeDefined()
  })

  test('disappears when the tab becomes visible after the email was confirmed elsewhere', async () => {
    const { api } = openUnconfirmed()
    await banner()
    api.respond(accounts.getAccount, account)

    act(() => void window.dispatchEvent(new Event('visibilitychange')))

    await waitFor(() => expect(noBanner()).toBeNull())
    expect(cachedEmailStatus()).toMatchObject({ email_confirmed: true })
  })

  test('stays dismissed in this tab', async () => {
    const { unmount } = openUnconfirmed()
    await userEvent.click(within(await banner()).getByRole('button', { name: /^Dismiss/ }))
    expect(noBanner()).toBeNull()
    expect(document.activeElement).toBe(screen.getByRole('main'))
    unmount()

    openPage('/help')

    await screen.findByRole('heading', { level: 1 })
    expect(noBanner()).toBeNull()
  })

  test('cannot be dismissed if voting requires confirmation', async () => {
    openUnconfirmed(required)

    expect((await banner()).textContent).toContain('Please confirm your email to vote, rate and post.')
    expect(within(await banner()).queryByRole('button', { name: /^Dismiss/ })).toBeNull()
  })

  test('appears right after sign-in', async () => {
    const api = fakeApi()
    api.respond(accounts.createToken, { access: '', refresh: '' })
    signedIn()
    const access = localStorage.getItem('access') ?? ''
    localStorage.clear()
    api.respond(accounts.createToken, { access, refresh: 'refresh' })
    api.respond(accounts.getAccount, unconfirmed)
    api.respondError(accounts.getUser, { status: 400 })
    openPage('/login')

    await userEvent.type(await screen.findByLabelText('Email'), 'ada@wtpu.example')
    await userEvent.type(screen.getByLabelText('Password'), 'difference engine')
    await userEvent.click(screen.getByRole('button', { name: 'Sign In' }))

    expect(await banner()).toBeDefined()
  })
})

describe('confirmation link', () => {
  const answers = [{ poll: 1, question: 'Question 1?', option: 'Yes' }]
  const link = { email: 'ada@wtpu.example', email_confirmed: false, answers }
  const open = (path = '/confirm-email#secret-token', opened: confirmation.Confirmation | undefined = link) => {
    const api = fakeApi()
    api.respond(confirmation.openConfirmation, opened)
    return { api, ...openPage(path) }
  }
  const clickConfirm = async () => userEvent.click(await screen.findByRole('button', { name: 'Confirm My Email' }))

  test.each([
    ['fragment', '/confirm-email#secret-token'],
    ['query, as in mails of version 1.0.0', '/confirm-email?token=secret-token'],
  ])('confirms on a click and removes the token from the URL: %s', async (_where, path) => {
    const { api, router } = open(path)
    api.respond(confirmation.confirmEmail, { email_confirmed: true, ended: 0 })
    await waitFor(() => expect(router.state.location.href).toBe('/confirm-email'))
    expect(api.callsOf(confirmation.confirmEmail)).toHaveLength(0)

    await clickConfirm()

    expect(await screen.findByText('Your email is confirmed. Thank you!')).toBeDefined()
    expect(api.callsOf(confirmation.confirmEmail)[0]?.body).toMatchObject({ token: 'secret-token' })
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Sign In' })).toBeDefined()
    expect(sessionStorage.getItem('confirm_token')).toBeNull()
  })

  test('names the address and the answers that the click counts', async () => {
    open()

    expect((await screen.findByText(/^Somebody created an account/)).textContent).toContain('ada@wtpu.example')
    const waiting = screen.getByRole('list', { name: 'This answer is counted when you confirm:' })
    expect(within(waiting).getByRole('listitem').textContent).toBe('Question 1? Yes')
  })

  test('shows answers that have changed meanwhile before it counts them', async () => {
    const { api } = open()
    const detail = 'The answers that wait have changed. Please read them again before you confirm.'
    api.respondError(confirmation.confirmEmail, { status: 409, body: { code: 'answers_changed', detail } })
    await screen.findByText('Yes')
    api.respond(confirmation.openConfirmation, { ...link, answers: [{ ...answers[0]!, option: 'No' }] })

    await clickConfirm()

    expect((await screen.findByRole('alert')).textContent).toBe(detail)
    expect(await screen.findByText('No')).toBeDefined()
    api.respond(confirmation.confirmEmail, { email_confirmed: true, ended: 0 })
    await clickConfirm()
    await screen.findByText('Your email is confirmed. Thank you!')
    expect(api.callsOf(confirmation.confirmEmail).map(({ body }) => body)).toEqual(
      ['Yes', 'No'].map((option) => ({ token: 'secret-token', seen: [{ poll: 1, option }] })),
    )
  })

  test.each([
    [
      'counted',
      [{ poll: 1, question: 'Question 1?', state: 'counted' }],
      'Your answer was counted. Question 1?',
      'See the results',
    ],
    [
      'not counted',
      [{ poll: 1, question: 'Question 1?', state: 'poll_closed' }],
      'Your answer could not be counted. The poll closed before your email was confirmed. Question 1?',
      'Sign In',
    ],
  ] as const)('says on a device that is not signed in that the answer was %s', async (_state, decided, text, next) => {
    const { api } = open()
    api.respond(confirmation.confirmEmail, { email_confirmed: true, ended: 0, answers: [...decided] })

    await clickConfirm()

    const page = within(screen.getByRole('main'))
    await waitFor(() => expect(page.getByRole('listitem').textContent.replaceAll(/\s+/g, ' ')).toBe(text))
    expect(page.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([next])
    expect(page.queryByText('Yes')).toBeNull()
  })

  test('says that devices on other networks were signed out', async () => {
    const { api } = open()
    api.respond(confirmation.confirmEmail, { email_confirmed: true, ended: 1 })

    await clickConfirm()

    expect(await screen.findByText(/^For your safety, devices .* were signed out\.$/)).toBeDefined()
    expect(document.activeElement?.textContent).toBe('Your email is confirmed. Thank you!')
  })

  test('deletes the account of somebody else after a second click, and can go back before', async () => {
    const { api } = open()
    const decline = () => userEvent.click(screen.getByRole('button', { name: 'I did not register' }))
    await screen.findByRole('button', { name: 'Confirm My Email' })
    await decline()
    expect(document.activeElement?.textContent).toBe('Delete this account?')
    await userEvent.click(screen.getByRole('button', { name: 'Back' }))
    expect(document.activeElement?.textContent).toMatch(/^Somebody created an account/)
    await decline()
    expect(api.callsOf(confirmation.declineRegistration)).toHaveLength(0)
    const detail = 'Your email is already confirmed.'
    api.respondError(confirmation.declineRegistration, { status: 409, body: { code: 'already_confirmed', detail } })
    await userEvent.click(screen.getByRole('button', { name: 'Delete the Account' }))
    expect((await screen.findByRole('alert')).textContent).toBe(detail)
    api.respond(confirmation.declineRegistration, { deleted: true })

    await userEvent.click(screen.getByRole('button', { name: 'Delete the Account' }))

    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^The account was deleted\./))
    expect(api.callsOf(confirmation.declineRegistration).at(-1)?.body).toEqual({ token: 'secret-token' })
    expect(sessionStorage.getItem('confirm_token')).toBeNull()
  })

  test('a confirmed account cannot be deleted with its link', async () => {
    open(undefined, { ...link, email_confirmed: true, answers: [] })

    await screen.findByRole('button', { name: 'Confirm My Email' })
    expect(screen.queryByRole('button', { name: 'I did not register' })).toBeNull()
  })

  test('survives a reload', async () => {
    const { unmount, router } = open()
    await waitFor(() => expect(router.state.location.href).toBe('/confirm-email'))
    unmount()

    openPage('/confirm-email')

    expect(await screen.findByRole('button', { name: 'Confirm My Email' })).toBeDefined()
  })

  test('another link in the same tab takes the place of the one before', async () => {
    const { api, router } = open()
    api.respond(confirmation.confirmEmail, { email_confirmed: true, ended: 0 })
    await waitFor(() => expect(router.state.location.href).toBe('/confirm-email'))
    await router.navigate({ to: '/confirm-email', hash: 'newer-token' })
    await waitFor(() => expect(router.state.location.href).toBe('/confirm-email'))

    await clickConfirm()

    await screen.findByText('Your email is confirmed. Thank you!')
    expect(api.callsOf(confirmation.confirmEmail)[0]?.body).toMatchObject({ token: 'newer-token' })
  })

  test('offers signed-in users a new link if it expired', async () => {
    signedIn()
    cacheEmailStatus(unconfirmed)
    const { api } = open()
    api.respond(accounts.getAccount, unconfirmed)
    const detail = 'This confirmation link has expired.'
    api.respondError(confirmation.confirmEmail, { status: 400, body: { code: 'expired_link', detail } })
    api.respond(confirmation.resendConfirmation, { sent: true })
    await clickConfirm()
    expect((await screen.findByRole('alert')).textContent).toBe(detail)

    await userEvent.click(screen.getByRole('button', { name: /^Resend/ }))

    expect(await screen.findByText('Sent. Please check your inbox.')).toBeDefined()
  })

  test('asks visitors to sign in if it is invalid', async () => {
    const { api } = open()
    api.respondError(confirmation.openConfirmation, {
      status: 400,
      body: { detail: 'This confirmation link is not valid.' },
    })

    expect(await screen.findByText('Sign in to get a new link.')).toBeDefined()
  })

  test('can be retried after the connection was lost', async () => {
    const { api } = open()
    api.failToConnect(confirmation.confirmEmail)
    await clickConfirm()
    expect((await screen.findByRole('alert')).textContent).toContain('The server could not be reached.')
    api.respond(confirmation.confirmEmail, { email_confirmed: true, ended: 0 })

    await clickConfirm()

    expect(await screen.findByText('Your email is confirmed. Thank you!')).toBeDefined()
  })

  test('shows an error without a token, as after a reload, and that the email is confirmed', async () => {
    signedIn()
    open('/confirm-email')

    expect((await screen.findByRole('alert')).textContent).toBe('This confirmation link is not complete.')
    expect(screen.getByText('The email address of your account is confirmed already.')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /^Resend/ })).toBeNull()
  })
})

describe('error for an unconfirmed email', () => {
  const failure = { code: 'email_not_confirmed', detail: 'Please confirm your email first.' } as const

  test('shows a toast that offers to send another link', async () => {
    const api = fakeApi()
    api.respond(confirmation.resendConfirmation, { sent: true })
    api.respond(accounts.getAccount, unconfirmed)
    openPage('/about')
    act(() => toast({ title: 'Vote failed', description: failure.detail, action: resendAction(failure) }))

    await userEvent.click(await screen.findByRole('button', { name: /^Resend/ }))

    expect(await screen.findByText('Sent. Please check your inbox.')).toBeDefined()
    expect(api.callsOf(confirmation.resendConfirmation)).toHaveLength(1)
  })

  test('offers no link for other errors', () => {
    expect(resendAction({ code: 'already_rated' })).toBeUndefined()
    expect(resendAction(undefined)).toBeUndefined()
  })
})
