import { expect, test } from './fixtures.ts'
import { card, closePoll, createPoll, newQuestion } from './polls.ts'
import { expectAccessible, expectLargeTextFits } from './screen.ts'

test('a member votes, and once the poll has closed finds their ballot in a result that fits together', async ({
  citizen,
}) => {
  const question = newQuestion('Can this be recounted')
  const id = await createPoll(citizen, { question })
  await citizen.goto(`/polls/${id}`)
  await card(citizen, question).getByRole('button', { name: 'Vote for No' }).click()
  await card(citizen, question).getByText('Your receipt').click()
  const number = await card(citizen, question)
    .getByText(/^[0-9a-f]{32}$/)
    .textContent()

  closePoll(id)
  await expect
    .poll(async () => (await citizen.request.get(`/api/polls/${id}/seal.json`)).status(), { timeout: 60_000 })
    .toBe(200)
  // The server caches the poll for 5 s.
  await expect(async () => {
    await citizen.reload()
    await expect(card(citizen, question).getByText('Ended', { exact: true })).toBeVisible({ timeout: 10_000 })
  }).toPass()
  // It arrives after the poll.
  await card(citizen, question).locator('summary').filter({ hasText: 'Your receipt' }).press('Enter')
  // Past the definition of "ballots".
  await citizen.keyboard.press('Tab')
  await citizen.keyboard.press('Tab')
  await citizen.keyboard.press('Enter')

  await expect(citizen.getByRole('heading', { name: 'Check this result' })).toBeVisible()
  await expect(citizen.getByLabel('Your ballot number (optional)')).toHaveValue(number ?? '')
  await citizen.getByLabel('Your ballot number (optional)').press('Enter')
  await expect(citizen.getByRole('heading', { name: 'Everything fits together' })).toBeVisible()
  await expect(citizen.getByText('Your ballot is counted, with your choice: “No”.')).toBeVisible()
  await expectAccessible(citizen)
  await expectLargeTextFits(citizen)
  await citizen.getByLabel('Your ballot number (optional)').fill('0'.repeat(32))
  await citizen.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(citizen.getByText('This ballot is not among them.')).toBeVisible()
})
