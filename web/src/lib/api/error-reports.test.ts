import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freshCopy } from '#testing/fresh-copy.ts'
import { ApiFailure } from './request.ts'

const send = vi.fn((_url: string, _request: RequestInit) => Promise.resolve(new Response()))
const bodies = () =>
  send.mock.calls.map(([, { body }]) => JSON.parse(typeof body === 'string' ? body : '') as Record<string, unknown>)

function failure(message: string, name = 'TypeError') {
  const error = Object.assign(new Error(message), { name })
  error.stack = `${name}: ${message}\n    at f (http://localhost/assets/common-Bb.js:1:230)\n    at http://localhost/x.js:1:1`
  return error
}

const load = () => freshCopy<typeof import('./error-reports.ts')>('src/lib/api/error-reports.ts')

beforeEach(() => {
  vi.stubGlobal('fetch', send)
  send.mockClear()
  window.history.replaceState(null, '', '/polls/12?q=secret')
})
afterEach(() => vi.unstubAllGlobals())

test('sends the route, not the URL, and only places in own scripts', async () => {
  const { reportError } = await load()
  reportError(failure('x is undefined'))

  await waitFor(() => expect(send.mock.calls[0]?.[0]).toBe('/api/error-reports/'))
  expect(send.mock.calls[0]?.[1].headers).not.toHaveProperty('authorization')
  expect(bodies()).toEqual([
    { page: '/polls/$pollId', name: 'TypeError', message: 'x is undefined', places: ['/assets/common-Bb.js:1:230'] },
  ])
})

test('sends an error once, and at most five', async () => {
  const { reportError } = await load()
  for (const number of [1, 1, 2, 3, 4, 5, 6]) reportError(failure(`broken ${number}`))
  const messages = [1, 2, 3, 4, 5].map((number) => `broken ${number}`)
  await waitFor(() => expect(bodies().map(({ message }) => message)).toEqual(messages))
})

test('ignores failed calls, cancelled requests and values that are no errors', async () => {
  const { reportError } = await load()
  for (const value of [new ApiFailure({ status: 500 }), failure('stopped', 'AbortError'), 'text', undefined]) {
    reportError(value)
  }
  expect(send).not.toHaveBeenCalled()
})

test('hears errors that no code handles until it is stopped', async () => {
  const { startErrorReports } = await load()
  const stop = startErrorReports()
  // Vitest takes an error that nobody listens to for its own.
  window.addEventListener('error', () => undefined)
  window.dispatchEvent(new ErrorEvent('error', { error: failure('first') }))
  stop()
  window.dispatchEvent(new ErrorEvent('error', { error: failure('second') }))
  await waitFor(() => expect(bodies().map(({ message }) => message)).toEqual(['first']))
})
