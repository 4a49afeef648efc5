import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { localStore, sessionStore } from '#lib/storage.ts'
import { Trouble } from './trouble.tsx'

test('says in one line that the network is lost, until it is back', () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true)
  render(<Trouble />)
  expect(screen.getByRole('status').textContent).toBe('')

  onLine.mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  expect(screen.getByRole('status').textContent).toBe('You are offline. What you see may be out of date.')

  onLine.mockReturnValue(true)
  act(() => void window.dispatchEvent(new Event('online')))
  expect(screen.getByRole('status').textContent).toBe('')
})

const fullStorage = () =>
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no', 'QuotaExceededError')
  })

const blockedStorage = (area: 'localStorage' | 'sessionStorage') =>
  vi.spyOn(window, area, 'get').mockImplementation(() => {
    throw new DOMException('no', 'SecurityError')
  })

test.each([
  ['local storage is full', localStore, fullStorage],
  ['session storage is full', sessionStore, fullStorage],
  ['local storage is blocked', localStore, () => blockedStorage('localStorage')],
  ['session storage is blocked', sessionStore, () => blockedStorage('sessionStorage')],
])('says in one line that %s, and goes on with the new value', (_, store, fail) => {
  store.write('theme', 'light')
  fail()
  render(<Trouble />)

  act(() => store.write('theme', 'dark'))

  expect(screen.getByRole('status').textContent).toContain('Your browser’s storage is full or blocked')
  expect(store.read('theme')).toBe('dark')
  store.remove('theme')
  expect(store.read('theme')).toBeNull()
})

test('a value that could not be stored gives way to a change of another tab', () => {
  localStorage.setItem('access', 'old')
  fullStorage()
  localStore.write('access', 'new')
  expect(localStore.read('access')).toBe('new')

  localStorage.removeItem('access')

  expect(localStore.read('access')).toBeNull()
})
