import { getRetention, setRetention } from '@wtpu/contract/accounts/retention'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { completeSite, noRetention, startSite } from '#testing/fake-admin.ts'

const section = async (name: string) => within(await screen.findByRole('region', { name }))

test('an admin has accounts without activity deleted, after a question that says how many there are', async () => {
  const fake = startSite(completeSite)
  const shown = await section('Accounts without activity')
  const select = await shown.findByLabelText('Delete accounts without activity')
  const save = shown.getByRole<HTMLButtonElement>('button', { name: 'Save' })
  expect(save.ariaDisabled).toBe('true')
  expect(shown.getByRole('option', { name: 'After 1 year (1,000 or more accounts now)' })).toBeTruthy()
  await userEvent.selectOptions(select, 'After 2 years (120 accounts now)')
  await userEvent.click(save)
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete accounts after 2 years without activity?' }))
  expect(dialog.getByText(/^120 accounts had none for so long\. None is deleted before two mails/)).toBeTruthy()
  fake.respondError(setRetention, { status: 403, body: { detail: 'Only admins can do this.' } })
  await userEvent.click(dialog.getByRole('button', { name: 'Delete after warnings' }))
  expect(await dialog.findByText('Only admins can do this.')).toBeTruthy()

  const on = { ...noRetention, years: 2, warned_once: 1, unreachable: 3 }
  fake.respond(setRetention, on)
  fake.respond(getRetention, on)
  await userEvent.click(dialog.getByRole('button', { name: 'Delete after warnings' }))
  expect(await shown.findByText('Accounts without activity for 2 years are deleted')).toBeTruthy()
  expect(shown.getByText('Warned once: 1 account')).toBeTruthy()
  expect(shown.getByText('Not warned, because the address rejects mail: 3 accounts')).toBeTruthy()

  fake.respond(setRetention, noRetention)
  fake.respond(getRetention, { ...noRetention, sends_mail: false })
  await userEvent.selectOptions(select, 'Never')
  await userEvent.click(save)
  expect(await shown.findByText('Accounts without activity stay')).toBeTruthy()
  expect(shown.getByText(/There is no mail server/)).toBeTruthy()
  expect(fake.callsOf(setRetention).map(({ body }) => body)).toEqual([{ years: 2 }, { years: 2 }, { years: null }])
})

test('the draft about privacy says it while it is on', async () => {
  const fake = startSite(completeSite)
  const pages = await section('Pages')
  await userEvent.click(await pages.findByRole('button', { name: 'Write: Privacy Policy' }))
  const text = await pages.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text of Privacy Policy' })
  const start = async () => {
    await userEvent.click(pages.getByRole('button', { name: 'Start from the draft' }))
    await expect.poll(() => text.value).toContain('## What is stored about you')
    return text.value
  }
  expect(await start()).not.toMatch(/nobody uses|\{retention\}/)
  fake.respond(getRetention, { ...noRetention, years: 2 })
  await userEvent.clear(text)
  expect(await start()).toContain('- An account that nobody uses for 2 years is deleted.')
})
