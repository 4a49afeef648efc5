import { logout } from '@wtpu/contract/accounts/accounts'
import { confirmPasswordReset, requestPasswordReset } from '@wtpu/contract/accounts/recovery'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { fakeApi, openPage, signedIn } from '#testing/fake-api.tsx'

describe('forgot password', () => {
  const email = () => screen.getByLabelText<HTMLInputElement>('Email')
  const send = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send Verification Code' })
  async function open() {
    const api = fakeApi()
    const page = openPage('/forgot-password')
    await screen.findByRole('heading', { name: 'Forgot Password' })
    return { api, ...page }
  }

  test('sends the trimmed email and opens the code page', async () => {
    const { api, router } = await open()
    api.respond(requestPasswordReset, { detail: 'ok' })
    expect(send().ariaDisabled).toBe('true')
    await userEvent.type(email(), '  ada@wtpu.example ')

    await userEvent.click(send())

    await screen.findByRole('heading', { name: 'Verify Code' })
    expect(api.callsOf(requestPasswordReset)[0]?.body).toEqual({ email: 'ada@wtpu.example' })
    expect(router.state.location.search).toEqual({ email: 'ada@wtpu.example' })
  })

  test('keeps the button disabled for a blank email', async () => {
    await open()
    await userEvent.type(email(), '   ')
    expect(send().ariaDisabled).toBe('true')
  })

  test.each([
    [404, { error: 'Email does not exist' }, 'Email not found. Please check and try again.'],
    [400, { error: 'Email is unavailable.' }, 'Email is unavailable.'],
    [500, {}, 'Failed to send reset code'],
    [429, {}, 'Too many attempts. Please try again later.'],
  ])('shows the error of a %i at the field and keeps the typed email', async (status, body, message) => {
    const { api } = await open()
    api.respondError(requestPasswordReset, { status, body })
    await userEvent.type(email(), 'ada@wtpu.example')
    await userEvent.click(send())
    expect((await screen.findByRole('alert')).textContent).toBe(message)
    expect(email().value).toBe('ada@wtpu.example')
  })

  test('links back to the login', async () => {
    await open()
    expect(screen.getByRole('link', { name: 'Back to login' }).getAttribute('href')).toBe('/login')
  })
})

describe('verification code', () => {
  const code = () => screen.getByLabelText<HTMLInputElement>('Verification code')
  const verify = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Verify & Sign In' })
  async function open() {
    const api = fakeApi()
    const page = openPage('/verify-otp?email=ada%40wtpu.example')
    await screen.findByRole('heading', { name: 'Verify Code' })
    return { api, ...page }
  }

  test('accepts six digits and opens the reset page without a request', async () => {
    const { api, router } = await open()
    expect([code().autocomplete, code().inputMode]).toEqual(['one-time-code', 'numeric'])
    await userEvent.type(code(), '12a3')
    expect(code().value).toBe('123')
    expect(verify().ariaDisabled).toBe('true')
    await userEvent.type(code(), '4567')
    expect(code().value).toBe('123456')

    await userEvent.click(verify())

    await screen.findByRole('heading', { name: 'Reset Password' })
    // The code is removed from the URL immediately.
    await waitFor(() => expect(router.state.location.href).toBe('/reset-password'))
    expect(api.calls).toHaveLength(0)
  })

  test('can be pasted with spaces', async () => {
    await open()
    await userEvent.click(code())
    await userEvent.paste('123 456')
    await waitFor(() => expect(code().value).toBe('123456'))
    expect(verify().ariaDisabled).toBeNull()
  })

  test.each(['', '?email=', '?email=%20', '?email=%20%09'])(
    'without an email (%s) redirects to Forgot Password',
    async (search) => {
      fakeApi()
      openPage(`/verify-otp${search}`)
      expect(await screen.findByRole('heading', { name: 'Forgot Password' })).toBeDefined()
    },
  )

  test('can be resent after 60 seconds of clock time; errors are silent', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
    const { api } = await open()
    api.respondError(requestPasswordReset, { status: 500 })
    expect(screen.getByText(/Resend code in \d+s/).textContent).toBe('Resend code in 60s')
    // Simulates a suspended tab: half a minute passes in one tick.
    vi.setSystemTime(Date.now() + 30_000)
    vi.advanceTimersByTime(1000)
    expect((await screen.findByText(/Resend code in/)).textContent).toMatch(/in (29|30)s/)
    vi.setSystemTime(Date.now() + 31_000)
    vi.advanceTimersByTime(1000)
    fireEvent.click(await screen.findByRole('button', { name: 'Resend Code' }))
    expect((await screen.findByText(/Resend code in/)).textContent).toBe('Resend code in 60s')
    expect(document.activeElement).toBe(code())
    await waitFor(() => expect(api.callsOf(requestPasswordReset)).toHaveLength(1))
    expect(api.callsOf(requestPasswordReset)[0]?.body).toEqual({ email: 'ada@wtpu.example' })
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('new password', () => {
  const password = () => screen.getByLabelText<HTMLInputElement>('New password')
  const confirm = () => screen.getByLabelText<HTMLInputElement>('Confirm password')
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save Password' }))
  async function open() {
    const api = fakeApi()
    const page = openPage('/reset-password?email=ada%40wtpu.example&code=012345')
    await screen.findByRole('heading', { name: 'Reset Password' })
    return { api, ...page }
  }
  async function fill(first = 'analytical engine', second = first) {
    await userEvent.type(password(), first)
    await userEvent.type(confirm(), second)
    await save()
  }

  test('is saved with the code, and the user is signed out and redirected to /login with a notice', async () => {
    signedIn()
    const { api, router } = await open()
    await waitFor(() => expect(router.state.location.href).toBe('/reset-password'))
    api.respond(confirmPasswordReset, { detail: 'ok' })
    api.respond(logout, { signed_out: true })

    await fill()

    expect((await screen.findAllByText(/Password updated successfully/)).length).toBeGreaterThan(0)
    await screen.findByRole('heading', { name: 'Welcome Back' })
    expect(api.callsOf(confirmPasswordReset)[0]?.body).toEqual({
      email: 'ada@wtpu.example',
      code: '012345',
      new_password: 'analytical engine',
      confirm_password: 'analytical engine',
    })
    expect(router.state.location.href).toBe('/login?reset=1')
    expect(router.state.location.state.resetEmail).toBe('ada@wtpu.example')
    expect(localStorage.getItem('access')).toBeNull()
    expect(
      await screen.findByText('Password updated successfully. Please sign in with your new password.'),
    ).toBeDefined()
  })

  test.each([
    ['short', 'short', 'Password must be at least 8 characters', password],
    ['long enough', 'something else', 'Passwords do not match', confirm],
  ])('%s and %s: shows an error at the field and sends nothing', async (first, second, message, field) => {
    const { api } = await open()
    await fill(first, second)
    expect((await screen.findByRole('alert')).textContent).toBe(message)
    expect(document.activeElement).toBe(field())
    expect(api.calls).toHaveLength(0)
  })

  test.each([
    [400, { error: 'Reset code has expired' }, 'Reset code has expired. Please request a new one.', false],
    [400, { error: 'Invalid reset code' }, 'Invalid reset code. Please request a new one.', true],
    [404, { error: 'Code not found' }, 'Invalid reset code. Please request a new one.', true],
  ])('a %i for the code (%o) shows the invalid-link view', async (status, body, message, canRetype) => {
    const { api, router } = await open()
    api.respondError(confirmPasswordReset, { status, body })
    await fill()
    const newCode = await screen.findByRole('link', { name: 'Request New Reset Code' })
    expect(screen.getByRole('alert').textContent).toBe(message)
    expect(newCode.getAttribute('href')).toBe('/forgot-password')
    expect(document.activeElement).toBe(newCode)
    expect(screen.queryByLabelText('New password')).toBeNull()
    const again = screen.queryByRole('link', { name: 'Enter the code again' })
    expect(again?.getAttribute('href')).toBe(canRetype ? '/verify-otp?email=ada%40wtpu.example' : undefined)
    // A reload does not restore the rejected code.
    await act(() => router.navigate({ to: '/' }))
    await act(() => router.navigate({ to: '/reset-password' }))
    expect(screen.getByRole('alert').textContent).toMatch(/^Invalid reset link/)
  })

  test.each([
    [400, { error: 'Choose another one.' }, 'Choose another one.'],
    [500, {}, 'Failed to reset password'],
    [502, { error: 'Invalid gateway' }, 'Failed to reset password'],
    [503, { code: 'unavailable', error: 'Please wait.' }, 'Please wait.'],
    [429, {}, 'Too many attempts. Please try again later.'],
  ])('a %i keeps the form and offers no new code', async (status, body, message) => {
    const { api } = await open()
    api.respondError(confirmPasswordReset, { status, body })
    await fill()
    expect((await screen.findByRole('alert')).textContent).toBe(message)
    expect(screen.queryByRole('link', { name: 'Request New Reset Code' })).toBeNull()
    expect([password().value, confirm().value]).toEqual(['analytical engine', 'analytical engine'])
  })

  test('shows a connection error without offering a new code, and can be retried', async () => {
    const { api } = await open()
    api.failToConnect(confirmPasswordReset)
    await fill()
    expect((await screen.findByRole('alert')).textContent?.trim()).toBe(
      'Failed to reset password. The server could not be reached. Check your connection and try again.',
    )
    expect(screen.queryByRole('link', { name: 'Request New Reset Code' })).toBeNull()
    api.respond(confirmPasswordReset, { detail: 'ok' })
    await save()
    await screen.findByRole('heading', { name: 'Welcome Back' })
  })

  test('keeps the code across reloads until it was used', async () => {
    await open()
    cleanup()
    fakeApi().respond(confirmPasswordReset, { detail: 'ok' })
    const { router } = openPage('/reset-password')
    await screen.findByRole('heading', { name: 'Reset Password' })
    await fill()
    await screen.findByRole('heading', { name: 'Welcome Back' })
    await act(() => router.navigate({ to: '/reset-password' }))
    expect(screen.getByRole('alert').textContent).toMatch(/^Invalid reset link/)
  })

  test('is removed from the history once saved', async () => {
    const { api, router } = await open()
    api.respond(confirmPasswordReset, { detail: 'ok' })
    await fill()
    await screen.findByRole('heading', { name: 'Welcome Back' })
    expect(router.history.length).toBe(1)
  })

  test('can be shown in both fields', async () => {
    await open()
    await userEvent.click(screen.getByRole('button', { name: 'Show new password' }))
    expect(password().type).toBe('text')
    await userEvent.click(screen.getByRole('button', { name: 'Show password confirmation' }))
    expect(confirm().type).toBe('text')
  })

  test.each(['/reset-password', '/reset-password?email=ada%40wtpu.example', '/reset-password?code=123456'])(
    '%s shows the invalid-link view with a link to request a new code',
    async (path) => {
      fakeApi()
      openPage(path)
      expect((await screen.findByRole('alert')).textContent).toBe(
        'Invalid reset link. Please request a new password reset code.',
      )
      expect(screen.getByRole('link', { name: 'Request New Reset Code' }).getAttribute('href')).toBe('/forgot-password')
    },
  )
})
