import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { lazyComponent } from '#ui/lazy-component.tsx'

test('shows an error in place of a component that cannot be loaded', async () => {
  const Component = lazyComponent(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))

  render(
    <>
      <p>The page</p>
      <Suspense>
        <Component />
      </Suspense>
    </>,
  )

  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded')
  expect(screen.getByText('The page')).toBeTruthy()
})
