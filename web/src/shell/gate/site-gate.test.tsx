import { enterSite } from '@wtpu/contract/site/site'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeApi, newTestQueryClient } from '#testing/fake-api.tsx'
import { SiteGate } from './site-gate.tsx'

afterEach(() => {
  delete document.documentElement.dataset['gate']
})

async function openGate() {
  // Load the lazy module before the timers are faked.
  await import('./gate-screen.tsx')
  vi.useFakeTimers()
  const api = fakeApi()
  render(
    <QueryClientProvider client={newTestQueryClient()}>
      <SiteGate>
        <p>The site</p>
      </SiteGate>
    </QueryClientProvider>,
  )
  await wait(0)
  return api
}

const field = () => screen.getByLabelText<HTMLInputElement>('Access Password')
const button = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name })
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

async function enter(code: string) {
  fireEvent.change(field(), { target: { value: code } })
  fireEvent.click(button('Access Website'))
  await wait(0)
}

test('shows the specified texts and nothing of the site', async () => {
  await openGate()
  expect(screen.getByRole('heading', { name: 'Protected Access' })).toBeDefined()
  expect(screen.getByText('This site is password protected. Please enter the access code to continue.')).toBeDefined()
  expect(field().placeholder).toBe('Enter password...')
  expect(screen.getByRole('heading', { name: 'Security Notice' })).toBeDefined()
  expect(
    screen.getByText(/sensitive political information.*authorized users.*access attempts are logged/),
  ).toBeDefined()
  expect(screen.getByText('WTPU · Citizenship Before Partisanship')).toBeDefined()
  expect(screen.queryByText('The site')).toBeNull()
})

test('disables the button for a blank code', async () => {
  await openGate()
  expect(button('Access Website').ariaDisabled).toBe('true')
  fireEvent.change(field(), { target: { value: '   ' } })
  expect(button('Access Website').ariaDisabled).toBe('true')
  expect(field().required).toBe(true)
})

test('shows and hides the code', async () => {
  await openGate()
  expect(field().type).toBe('password')
  fireEvent.click(button('Show password'))
  expect(field().type).toBe('text')
  fireEvent.click(button('Hide password'))
  expect(field().type).toBe('password')
})

test('opens the site permanently after the right code and 800 ms of "Verifying..."', async () => {
  const api = await openGate()
  api.respond(enterSite, { granted: true })
  await enter('citizenship')
  expect(api.calls[0]?.body).toEqual({ code: 'citizenship' })
  expect(button('Verifying...').ariaDisabled).toBe('true')
  await wait(799)
  expect(screen.queryByText('The site')).toBeNull()
  await wait(1)
  expect(screen.getByText('The site')).toBeDefined()
  expect(localStorage.getItem('wtpu-authenticated')).toBe('true')
})

test.each([
  ['granted: false', 200],
  ['a 403', 403],
])('shows an error and clears the field after %s', async (_, status) => {
  const api = await openGate()
  if (status === 200) api.respond(enterSite, { granted: false })
  else api.respondError(enterSite, { status })
  await enter('wrong')
  await wait(800)
  expect(screen.getByRole('alert').textContent).toBe('Incorrect password. Please try again.')
  expect(field().value).toBe('')
  expect(document.activeElement).toBe(field())
  fireEvent.change(field(), { target: { value: 'x' } })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('shows an error and keeps the typed code after a 429', async () => {
  const api = await openGate()
  api.respondError(enterSite, { status: 429, headers: { 'Retry-After': '60' } })
  await enter('guess')
  await wait(800)
  expect(screen.getByRole('alert').textContent).toBe('Too many attempts. Please try again later.')
  expect(field().value).toBe('guess')
})

test('shows an error and keeps the typed code when the connection is lost', async () => {
  const api = await openGate()
  api.failToConnect(enterSite)
  await enter('citizenship')
  await wait(800)
  expect(screen.getByRole('alert').textContent).toBe(
    'Your password could not be checked. Check your connection and try again.',
  )
  expect(field().value).toBe('citizenship')
})

test('opens when the code is entered in another tab', async () => {
  await openGate()
  fireEvent(window, new StorageEvent('storage', { key: 'access', newValue: 'true' }))
  expect(screen.queryByText('The site')).toBeNull()
  localStorage.setItem('wtpu-authenticated', 'true')
  fireEvent(window, new StorageEvent('storage', { key: 'wtpu-authenticated', newValue: 'true' }))
  expect(screen.getByText('The site')).toBeDefined()
})

test('does not ask again in a browser that entered the code before', async () => {
  localStorage.setItem('wtpu-authenticated', 'true')
  await openGate()
  expect(screen.getByText('The site')).toBeDefined()
})

test('does not ask for a code if the gate is off', async () => {
  document.documentElement.dataset['gate'] = 'off'
  await openGate()
  expect(screen.getByText('The site')).toBeDefined()
})
