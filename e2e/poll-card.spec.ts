import { expect, test } from './fixtures.ts'
import { card, createPoll, newQuestion } from './polls.ts'
import { expectNoViolations, waitForContent } from './screen.ts'

test('takes back a vote by keyboard, and the next one is final', async ({ citizen }) => {
  const question = newQuestion('Can a slip be undone')
  await citizen.goto(`/polls/${await createPoll(citizen, { question })}`)
  await waitForContent(citizen)
  const poll = card(citizen, question)
  const rows = poll.getByRole('list', { name: question }).getByRole('listitem')
  const place = async () =>
    JSON.stringify(await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height)))
  await expect(rows).toHaveCount(2)
  const before = await place()

  await poll.getByRole('button', { name: 'Vote for No' }).press('Enter')
  await expect(poll.getByText('Yours', { exact: true })).toBeVisible()
  expect(await place()).toBe(before)
  await expect(rows.nth(1)).toBeFocused()
  await expect(poll.getByRole('button', { name: /^Undo/ })).toBeVisible()
  await citizen.keyboard.press('Tab')
  await expect(poll.getByRole('button', { name: /^Undo/ })).toBeFocused()
  await citizen.keyboard.press('Enter')
  await expect(rows.nth(1)).toBeFocused()
  await expect(poll.getByText('0 votes', { exact: true }).first()).toBeVisible()

  await poll.getByRole('button', { name: 'Vote for Yes' }).press('Enter')
  await expect(poll.getByText('Counted and final.')).toBeVisible()
  await expect(poll.getByRole('button', { name: /^Undo/ })).toHaveCount(0)
  await expectNoViolations(citizen, 'article')
})

for (const [width, height] of [
  [390, 844],
  [1280, 800],
] as const) {
  test(`the first answers are on the first screen at ${width} × ${height}`, async ({ citizen }) => {
    await citizen.setViewportSize({ width, height })
    await citizen.goto('/polls')
    await waitForContent(citizen)
    const answers = citizen
      .getByRole('article')
      .first()
      .getByRole('button', { name: /^Vote for/ })
    await expect(answers.first()).toBeInViewport({ ratio: 1 })
    await expect(answers.nth(1)).toBeInViewport({ ratio: 1 })
    expect(await citizen.evaluate(() => window.scrollY)).toBe(0)
  })
}
