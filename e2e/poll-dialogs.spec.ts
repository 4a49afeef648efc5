import { expect, test } from './fixtures.ts'
import { card, fillPoll, lastMidnight, localTimeIn, newQuestion, openCreate, openSchedule, schedule } from './polls.ts'
import { collectConsoleErrors, waitForContent } from './screen.ts'

test('reports an error at once when offline, and does not send the vote or poll later', async ({
  citizen,
  context,
}) => {
  await citizen.goto('/polls?filter=recent')
  await waitForContent(citizen)
  const dialog = await openCreate(citizen)
  const question = newQuestion('Sent from a tunnel')
  await fillPoll(dialog, question)
  await context.setOffline(true)
  await dialog.getByRole('button', { name: 'Create Poll' }).click()
  await expect(dialog.getByRole('alert')).toContainText('The server could not be reached.')
  await citizen.keyboard.press('Escape')
  await citizen
    .getByRole('button', { name: /^Vote for/ })
    .first()
    .click()
  await expect(citizen.getByRole('dialog')).toContainText('We do not know whether your vote arrived')
  await citizen.keyboard.press('Escape')

  await context.setOffline(false)
  await citizen.reload()
  await waitForContent(citizen)
  await expect(card(citizen, question)).toHaveCount(0)
  await expect(citizen.getByText('Yours', { exact: true })).toHaveCount(0)
})

test('schedules and cancels a poll, and rejects a time in the past', async ({ citizen }) => {
  await citizen.goto('/polls')
  await waitForContent(citizen)
  const emptyForm = await openSchedule(citizen)
  await emptyForm.getByRole('button', { name: 'Schedule Poll' }).click()
  await expect(emptyForm.getByRole('alert')).toHaveText('Please fill in every required field')
  await citizen.keyboard.press('Escape')

  const question = newQuestion('Should the market open earlier')
  const dialog = await schedule(citizen, question, lastMidnight)
  await expect(dialog.getByRole('alert')).toHaveText('Schedule time: The scheduled time has already passed.')
  const tomorrow = localTimeIn(24 * 60)
  await dialog.getByLabel('Schedule date').fill(tomorrow.date)
  await dialog.getByLabel('Schedule time').fill('23:59')
  await dialog.getByRole('button', { name: 'Schedule Poll' }).click()
  await expect(citizen.getByText('Poll scheduled!', { exact: true })).toBeVisible()

  const scheduled = citizen.getByRole('region', { name: 'Your scheduled polls' })
  await expect(scheduled).toContainText(question)
  await expect(citizen.getByRole('button', { name: 'Scheduled polls (1)' })).toBeFocused()
  await expect(scheduled).toContainText(Intl.DateTimeFormat().resolvedOptions().timeZone)
  await scheduled.getByRole('button', { name: `Cancel “${question}”` }).click()
  await citizen.getByRole('button', { name: 'Cancel poll' }).press('Enter')
  await expect(scheduled).toHaveCount(0)
  // The button that opened the dialog was removed, so focus moves to the main element.
  await expect(citizen.getByRole('main')).toBeFocused()
})

test('marks the invalid field on a phone and keeps heading and buttons visible', async ({ citizen }) => {
  await citizen.setViewportSize({ width: 360, height: 780 })
  await citizen.goto('/polls')
  await waitForContent(citizen)
  const dialog = await schedule(citizen, newQuestion('Too late'), lastMidnight)
  const time = dialog.getByLabel('Schedule time')
  await expect(time).toBeFocused()
  await expect(time).toHaveAttribute('aria-invalid', 'true')
  await expect(time).toHaveAccessibleDescription('The scheduled time has already passed.')
  for (const part of [
    time,
    dialog.getByRole('heading', { name: 'Schedule Poll' }),
    dialog.getByRole('button', { name: 'Close' }),
    dialog.getByRole('button', { name: 'Schedule Poll' }),
  ]) {
    await expect(part).toBeInViewport({ ratio: 1 })
  }
})

for (const button of ['Create Poll', 'Schedule Poll']) {
  test(`returns focus after the ${button} dialog`, async ({ citizen }) => {
    const errors = collectConsoleErrors(citizen)
    await citizen.goto('/polls')
    await waitForContent(citizen)
    const opener = citizen.getByRole('button', { name: button, exact: true })
    await opener.press('Enter')
    const dialog = citizen.getByRole('dialog')
    await expect(dialog.getByLabel('Question')).toBeFocused()
    await dialog.getByRole('button', { name: button }).press('Enter')
    await expect(dialog.getByRole('alert')).toBeVisible()
    await citizen.keyboard.press('Escape')
    await expect(opener).toBeFocused()
    expect(errors).toEqual([])
  })
}
