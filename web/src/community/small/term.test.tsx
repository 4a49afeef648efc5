import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { openPage } from '#testing/fake-api.tsx'
import { fakePolls } from '#testing/fake-polls.ts'

test('a term opens its definition by keyboard, and gets the focus back', async () => {
  fakePolls()
  openPage('/polls')
  const term = await screen.findByRole('button', { name: 'Total Participants' })
  term.focus()
  await userEvent.keyboard('{Enter}')
  const dialog = await screen.findByRole('dialog', { name: 'Total Participants' })
  expect(within(dialog).getByText(/^Accounts that have voted in at least one poll\./)).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(term)
})
