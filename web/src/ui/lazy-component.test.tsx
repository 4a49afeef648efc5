import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { lazyComponent } from '#ui/lazy-component.tsx'

test('a part that cannot be fetched says so in its place', async () => {
  const Part = lazyComponent(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))

  render(
    <>
      <p>The page</p>
      <Suspense>
        <Part />
      </Suspense>
    </>,
  )

  expect((await screen.findByRole('alert')).textContent).toContain('could not be loaded')
  expect(screen.getByText('The page')).toBeTruthy()
})
