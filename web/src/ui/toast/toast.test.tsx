import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Toaster, toast } from './toast.tsx'
import type { ToastVariant } from '#ui/after-page/toast-view.tsx'
import '#ui/after-page/toast-view.tsx'

// Import the lazily loaded module up front, because the tests use fake timers.

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const region = () => screen.getByRole('region', { name: /Notifications/ })
const shown = () =>
  within(region())
    .queryAllByRole('listitem')
    .map((entry) => entry.textContent)

beforeEach(async () => {
  vi.useFakeTimers()
  render(<Toaster />)
  await wait(5000)
})

test('shows only the latest toast', async () => {
  act(() => toast({ title: 'First' }))
  act(() => toast({ title: 'Second', description: 'With more to say' }))
  await wait(100)
  expect(shown()).toEqual(['SecondWith more to say'])
})

test('hides a toast after 5 seconds', async () => {
  act(() => toast({ title: 'Thank you!' }))
  await wait(4900)
  expect(shown()).toEqual(['Thank you!'])
  await wait(200)
  expect(shown()).toEqual([])
})

test('keeps the toast of an error until it is dismissed', async () => {
  act(() => toast({ title: 'Not saved', variant: 'destructive' }))
  await wait(60_000)
  expect(shown()).toEqual(['Not saved'])
})

test('keeps a toast while the pointer is over it', async () => {
  act(() => toast({ title: 'Read me' }))
  await wait(4000)
  fireEvent.pointerMove(within(region()).getByText('Read me'))
  await wait(10_000)
  expect(shown()).toEqual(['Read me'])
  fireEvent.pointerLeave(region())
  await wait(1100)
  expect(shown()).toEqual([])
})

test('hides a toast when Dismiss is clicked', async () => {
  act(() => toast({ title: 'Enough' }))
  await wait(100)
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  await wait(0)
  expect(shown()).toEqual([])
})

test('moves focus to the toasts on F8', async () => {
  act(() => toast({ title: 'Here' }))
  await wait(100)
  fireEvent.keyDown(document, { code: 'F8', key: 'F8' })
  expect(region().contains(document.activeElement)).toBe(true)
})

test.each<[string, (toasts: HTMLElement) => void]>([
  ['Escape', (toasts) => fireEvent.keyDown(within(toasts).getByRole('listitem'), { key: 'Escape' })],
  ['Dismiss', (toasts) => fireEvent.click(within(toasts).getByRole('button', { name: 'Dismiss' }))],
])('%s returns focus to where it was before', async (_how, dismiss) => {
  const before = document.body.appendChild(document.createElement('button'))
  before.focus()
  act(() => toast({ title: 'Here' }))
  await wait(100)
  fireEvent.keyDown(document, { code: 'F8', key: 'F8' })
  act(() => within(region()).getByRole('listitem').focus())
  dismiss(region())
  await wait(100)
  expect(shown()).toEqual([])
  expect(document.activeElement).toBe(before)
  before.remove()
})

test.each([
  ['when it appears', 0],
  ['later', 1_000],
])('scrolls what gets the focus behind a toast out from there: %s', async (_when, later) => {
  const place = (element: Element, top: number) =>
    vi.spyOn(element, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 300, 60))
  const scroll = vi.spyOn(window, 'scrollBy').mockReturnValue()
  const button = document.body.appendChild(document.createElement('button'))
  onTestFinished(() => button.remove())
  place(button, 620)
  act(() => toast({ title: 'Saved' }))
  await wait(0)
  place(within(region()).getByRole('listitem'), 600)
  await wait(later)

  act(() => button.focus())
  await wait(300)

  expect(scroll.mock.calls).toEqual([[{ top: 88, behavior: 'instant' }]])
})

test('keeps a loading toast until another toast replaces it', async () => {
  act(() => toast({ title: 'Sending...', variant: 'loading' }))
  await wait(60_000)
  expect(shown()).toEqual(['Sending...'])
  act(() => toast({ title: 'Sent', variant: 'success' }))
  await wait(100)
  expect(shown()).toEqual(['Sent'])
})

test.each<[ToastVariant, string]>([
  ['default', 'polite'],
  ['success', 'polite'],
  ['info', 'polite'],
  ['loading', 'polite'],
  ['warning', 'assertive'],
  ['error', 'assertive'],
  ['destructive', 'assertive'],
])('announces a toast of variant %s with aria-live=%s', async (variant, politeness) => {
  act(() => toast({ title: 'Listen', variant }))
  await wait(200)
  const announced = screen.getAllByRole('status').find((entry) => entry.textContent?.includes('Listen'))
  expect(announced?.getAttribute('aria-live')).toBe(politeness)
})
