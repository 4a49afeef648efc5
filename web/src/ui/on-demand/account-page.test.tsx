import { render, screen } from '@testing-library/react'
import { renderToStaticMarkup } from 'react-dom/server.browser'
import { expect, test } from 'vitest'
import { AccountPage } from './account-page.tsx'

const page = (isOfLink: boolean) => (
  <AccountPage title="Your answer" isOfLink={isOfLink}>
    This link is not complete.
  </AccountPage>
)

test('nothing is said of a link before the app is there, which alone knows what it has after the #', () => {
  const first = renderToStaticMarkup(page(true))
  expect(first).toContain('Loading...')
  expect(first).not.toContain('not complete')
  expect(renderToStaticMarkup(page(false))).toContain('This link is not complete.')
  render(page(true))
  expect(screen.getByText('This link is not complete.')).toBeTruthy()
})
