import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useCloseOnBack } from './close-on-back.ts'

beforeEach(async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  // Test files share a window, and the timers of an earlier one may have been taken away before its last layer had closed.
  render(<Layer name="Last" />).unmount()
  await new Promise((resolve) => setTimeout(resolve, 100))
  await waitFor(() => expect(history.state?.layers ?? 0).toBe(0))
})

function Layer({ name }: { name: string }) {
  const [open, setOpen] = useState(true)
  useCloseOnBack(open, () => setOpen(false))
  return open && <p>{name}</p>
}

const openLayers = () => screen.queryAllByText(/./).map(({ textContent }) => textContent)
const settled = (layers: number) => waitFor(() => expect(history.state?.layers).toBe(layers))

test('closes the topmost of several layers', async () => {
  render(
    <>
      <Layer name="Dialog" />
      <Layer name="Dialog in the dialog" />
    </>,
  )
  await settled(2)

  history.back()
  await waitFor(() => expect(openLayers()).toEqual(['Dialog']))
  await settled(1)
  history.back()
  await waitFor(() => expect(openLayers()).toEqual([]))
  await settled(0)
})

test('goes back by all entries at once when layers close in another way', async () => {
  const { unmount } = render(
    <>
      <Layer name="Dialog" />
      <Layer name="Dialog in the dialog" />
    </>,
  )
  await settled(2)
  const before = history.length
  unmount()
  await settled(0)
  render(<Layer name="Dialog" />)
  await settled(1)
  expect(history.length).toBe(before - 1)
  cleanup()
  await settled(0)
})

test('passes over the entries below a page that was opened from the topmost layer', async () => {
  history.replaceState({ __TSR_index: 4 }, '', '/polls')
  const { unmount } = render(
    <>
      <Layer name="Dialog" />
      <Layer name="Dialog in the dialog" />
    </>,
  )
  await settled(2)
  history.pushState({ __TSR_index: 5 }, '', '/forums')
  unmount()
  await settled(0)
  expect(location.pathname).toBe('/forums')

  history.back()
  await waitFor(() => expect(history.state).toEqual({ __TSR_index: 4 }))
  expect(location.pathname).toBe('/polls')
})
