import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { RetryButton } from './retry-button.tsx'

const press = () => userEvent.click(screen.getByRole('button', { name: /^Try Again/ }))

/** A section whose content can be loaded, or not, by `finish`. */
function renderFailedSection() {
  let finish = (_loaded: boolean) => {}
  let tries = 0
  function Section() {
    const [loaded, setLoaded] = useState(false)
    const retry = () => {
      tries++
      return new Promise<void>((resolve) => {
        finish = (isLoaded) => {
          setLoaded(isLoaded)
          resolve()
        }
      })
    }
    return (
      <section>
        <h2>Statistics</h2>
        {loaded ? <p>640 members</p> : <RetryButton onRetry={retry}>to load them</RetryButton>}
      </section>
    )
  }
  render(
    <main>
      <h1>Forums</h1>
      <Section />
    </main>,
  )
  return { finish: (loaded: boolean) => finish(loaded), tries: () => tries }
}

test('is busy while it loads, keeps its focus, and can be pressed again after a failure', async () => {
  const section = renderFailedSection()
  const button = screen.getByRole('button', { name: 'Try Again to load them' })
  await press()
  expect(button.getAttribute('aria-busy')).toBe('true')
  await press()
  expect(section.tries()).toBe(1)

  section.finish(false)
  expect(await screen.findByText('Trying again failed.')).toBeDefined()
  expect(document.activeElement).toBe(button)
  await press()
  expect(section.tries()).toBe(2)
})

test('focuses the heading of what took its place', async () => {
  const section = renderFailedSection()
  await press()
  section.finish(true)
  expect(await screen.findByText('640 members')).toBeDefined()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Statistics' })))
})

test('does not move focus that is elsewhere', async () => {
  const section = renderFailedSection()
  await press()
  const heading = screen.getByRole('heading', { name: 'Forums' })
  heading.tabIndex = -1
  heading.focus()
  section.finish(true)
  expect(await screen.findByText('640 members')).toBeDefined()
  expect(document.activeElement).toBe(heading)
})
