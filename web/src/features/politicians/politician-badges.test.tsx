import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { PoliticianBadges } from './politician-badges.tsx'

test.each([
  ['I', 'IndependentMayor'],
  [null, 'Mayor'],
] as const)('an official with the party %j has the badges %s', (party, badges) => {
  const { container } = render(<PoliticianBadges politician={{ party, office: 'Mayor', is_trending: false }} />)
  expect(container.textContent).toBe(badges)
})
