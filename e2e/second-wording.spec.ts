import { expect, test } from './fixtures.ts'
import { card, fillPoll, newQuestion, openCreate } from './polls.ts'
import { expectAccessible, expectNoHorizontalScroll, expectNoViolations, waitForContent } from './screen.ts'

test('asks a poll in two wordings, and its author answers the one that is drawn, by keyboard on a phone', async ({
  newMember,
}) => {
  const page = await newMember()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/polls')
  await waitForContent(page)
  const dialog = await openCreate(page)
  const [first, second] = [
    newQuestion('Is too little spent on welfare'),
    newQuestion('Is the help for the poor enough'),
  ]
  await fillPoll(dialog, first)
  await dialog.getByText('Add details (optional)').press('Enter')
  const other = dialog.getByRole('textbox', { name: 'Second wording', exact: true })
  await other.fill(first)
  const compared = dialog.getByRole('region', { name: 'Both wordings ask for the same choice.' })
  await expect(compared).toContainText(first)
  await dialog.getByRole('button', { name: 'Create Poll' }).press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('The second wording is the same as the first.')
  await other.fill(second)
  await expect(compared).toContainText(second)
  await expectNoViolations(page, '[role="dialog"]')
  await dialog.getByRole('button', { name: 'Create Poll' }).press('Enter')

  await expect(page).toHaveURL(/\/polls\/\d+$/)
  const shown = card(page, first).or(card(page, second))
  await expect(shown).toBeFocused()
  const question = (await card(page, first).count()) > 0 ? first : second
  await page.reload()
  await expect(card(page, question)).toBeVisible()
  await expect(card(page, question === first ? second : first)).toHaveCount(0)
  await shown.getByRole('button', { name: 'Vote for Lay rails' }).press('Enter')
  await expect(shown).toContainText('1 vote')

  await page.goto(page.url().replace('/polls/', '/results/'))
  await expect(page.getByRole('heading', { level: 1, name: question })).toBeVisible()
  const wordings = page.getByRole('region', { name: 'The two wordings' })
  await expect(wordings.getByRole('heading', { level: 3 })).toHaveText([first, second])
  await expect(wordings).toContainText('1 vote')
  await expect(wordings).toContainText('0 votes')
  await expect(wordings).toContainText('Too few answers to say what the wording does.')
  await expectAccessible(page)
  for (const width of [390, 768, 1280]) await expectNoHorizontalScroll(page, width)
})
