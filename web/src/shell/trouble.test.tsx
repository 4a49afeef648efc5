import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { localStore } from '#lib/storage.ts'
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

test.each(['QuotaExceededError', 'SecurityError'])('says in one line that storage fails with %s', (name) => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('no', name)
  })
  render(<Trouble />)

  act(() => localStore.write('theme', 'dark'))

  expect(screen.getByRole('status').textContent).toContain('Your browser’s storage is full or blocked')
})
