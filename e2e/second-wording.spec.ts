import { expect, test } from './fixtures.ts'
import { card, closePoll, createPoll, fillPoll, newQuestion, openCreate } from './polls.ts'
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

const first = 'Is too little spent on welfare'
const long = (length: number) => 'x'.repeat(length)
const unlikeFirst = 'Is the help for the poor enough?'

/** `wrong`: the field that is focused. */
const refused: { typed: [question: string, description: string]; sentence: string; wrong: string }[] = [
  {
    typed: [` ${first.toUpperCase()}  `, ''],
    sentence: 'The second wording is the same as the first.',
    wrong: 'Second wording',
  },
  { typed: ['', 'Think of the last year.'], sentence: 'The second wording needs a question.', wrong: 'Second wording' },
  { typed: [long(301), ''], sentence: 'A question can have at most 300 characters.', wrong: 'Second wording' },
  {
    typed: [unlikeFirst, long(1_001)],
    sentence: 'A description can have at most 1,000 characters.',
    wrong: 'Text below the second wording',
  },
]

test('a second wording that cannot be asked is named at its field, which has the focus, and nothing that was typed is lost', async ({
  newMember,
}) => {
  const page = await newMember()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/polls')
  await waitForContent(page)
  const dialog = await openCreate(page)
  await fillPoll(dialog, first)
  await dialog.getByText('Add details (optional)').press('Enter')
  const [question, description] = ['Second wording', 'Text below the second wording'].map((name) =>
    dialog.getByRole('textbox', { name, exact: true }),
  )
  for (const { typed, sentence, wrong } of refused) {
    await question!.fill(typed[0])
    await description!.fill(typed[1])
    await dialog.getByRole('button', { name: 'Create Poll' }).press('Enter')
    await expect(dialog.getByRole('alert')).toContainText(sentence)
    const field = dialog.getByRole('textbox', { name: wrong, exact: true })
    await expect(field).toBeFocused()
    await expect(field).toBeInViewport()
    await expect(field).toHaveAccessibleDescription(new RegExp(sentence))
    await expect(question!).toHaveValue(typed[0])
    await expect(description!).toHaveValue(typed[1])
    await expect(dialog.getByLabel('Question', { exact: true })).toHaveValue(first)
    await expect(dialog.getByLabel('Option 2')).toHaveValue('Lay rails')
  }
  // Both wordings have the options of the poll: there are no fields for others, and none for a third one.
  await expect(dialog.getByRole('textbox', { name: /wording/i })).toHaveCount(2)
  // Answers that mean something else under the second wording are seen before: both stand beside each other.
  await expect(dialog.getByRole('region', { name: 'Both wordings ask for the same choice.' })).toContainText(
    unlikeFirst,
  )
  await expectNoViolations(page, '[role="dialog"]')
  await page.reload()
  await expect((await openCreate(page)).getByRole('textbox', { name: 'Second wording', exact: true })).toHaveValue(
    unlikeFirst,
  )
})

test('who answers a wording after the poll has closed reads so, and keeps the wording', async ({ newMember }) => {
  const [author, page] = [await newMember(), await newMember()]
  const [question, other] = [newQuestion('Is too little spent'), newQuestion('Is the help enough')]
  const id = await createPoll(author, { question, second_wording: { question: other } })
  await page.goto(`/polls/${id}`)
  const shown = card(page, question).or(card(page, other))
  await shown.getByRole('button', { name: 'Vote for Yes' }).waitFor()
  for (const of of [id, id + 1]) closePoll(of)
  await shown.getByRole('button', { name: 'Vote for Yes' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('This poll has ended.')
  await expectNoViolations(page, '[role="dialog"]')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(shown.locator(':focus')).toHaveCount(1)
  // The server caches the poll for 5 s.
  await expect(async () => {
    await page.reload()
    await expect(shown.getByText('Ended', { exact: true })).toBeVisible({ timeout: 10_000 })
  }).toPass()
  await expect(shown.getByRole('button', { name: /^Vote for/ })).toHaveCount(0)
})
