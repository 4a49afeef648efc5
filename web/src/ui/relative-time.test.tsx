import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { shortDates } from '#lib/stored-switch.ts'
import { now } from '#lib/time.ts'
import { renderComponent } from '#testing/render-component.tsx'
import { StoredSwitch } from '#ui/small/stored-switch.tsx'
import { RelativeTime, ShortDate } from './relative-time.tsx'

test('shows full dates as texts once short dates are switched off', async () => {
  const at = new Date(now() - 3 * 3_600_000).toISOString()
  renderComponent(
    <>
      <StoredSwitch label="Short dates" of={shortDates} />
      <RelativeTime at={at} preset="feed" />
      <ShortDate at={at} what="Closes">
        3d 4h left
      </ShortDate>
    </>,
  )
  const texts = () => [...document.querySelectorAll('time')].map((time) => time.textContent)
  expect(await screen.findByText('3h ago')).toBeTruthy()
  const full = document.querySelector('time')?.title
  expect(full).toMatch(/^\w+day, .* [AP]M$/)
  expect(texts()).toEqual(['3h ago', '3d 4h left'])

  const setting = screen.getByRole('switch', { name: 'Short dates' })
  await userEvent.click(setting)
  expect(texts()).toEqual([full, `Closes: ${full}`])

  await userEvent.click(setting)
  expect(texts()).toEqual(['3h ago', '3d 4h left'])
})
