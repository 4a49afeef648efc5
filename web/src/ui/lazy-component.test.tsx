import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { lazyComponent } from '#ui/lazy-component.tsx'

function setUp() {
  const load = vi.fn<() => Promise<() => string>>()
  load.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'))
  const Component = lazyComponent(load)
  const page = () => (
    <>
      <p>The page</p>
      <Component fallback="Loading" />
    </>
  )
  const succeed = () => load.mockResolvedValue(() => 'The part')
  return { load, page, succeed }
}

test('shows an error in place of a component that cannot be loaded, and loads it on Try Again', async () => {
  const { load, page, succeed } = setUp()
  render(page())
  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded')
  expect(screen.getByText('The page')).toBeTruthy()
  expect(load).toHaveBeenCalledTimes(1)

  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('button', { name: 'Reload the Page' })).toBeDefined()
  succeed()
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }))

  expect(await screen.findByText('The part')).toBeDefined()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('loads the component when the network is back', async () => {
  const { page, succeed } = setUp()
  render(page())
  await screen.findByRole('alert')
  succeed()
  act(() => void window.dispatchEvent(new Event('online')))
  expect(await screen.findByText('The part')).toBeDefined()
})

test('tries again when it is shown again', async () => {
  const { page, succeed } = setUp()
  const { unmount } = render(page())
  await screen.findByRole('alert')
  unmount()
  succeed()
  render(page())
  expect(await screen.findByText('The part')).toBeDefined()
})

test('shows a component that was preloaded at once, without its fallback', async () => {
  const Component = lazyComponent(() => Promise.resolve(() => 'The part'))
  await Component.preload()

  const { container } = render(<Component fallback="Loading" />)

  expect(container.textContent).toBe('The part')
})
