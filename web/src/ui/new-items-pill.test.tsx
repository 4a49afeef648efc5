import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { newItemsText, NewItemsPill } from './new-items-pill.tsx'

test('announces new rows at most once a minute', () => {
  vi.useFakeTimers()
  const pill = (count: number) => <NewItemsPill text={newItemsText(count, 'post')} onShow={() => undefined} />
  const { rerender } = render(pill(0))
  const pass = (ms: number) =>
    act(() => {
      vi.advanceTimersByTime(ms)
    })
  const announced = () => screen.getByRole('status').textContent
  rerender(pill(1))
  pass(1)
  expect(announced()).toBe('1 new post')

  rerender(pill(2))
  pass(20_000)
  rerender(pill(3))
  pass(39_000)
  expect(announced()).toBe('1 new post')
  pass(1_000)
  expect(announced()).toBe('3 new posts')

  rerender(pill(0))
  pass(1)
  expect(announced()).toBe('')
  rerender(pill(1))
  pass(58_000)
  expect(announced()).toBe('')
  vi.useRealTimers()
})
