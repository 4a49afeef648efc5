import { expect, send, test } from './fixtures.ts'
import { createPoll } from './polls.ts'
import { collectConsoleErrors, expectAccessible, expectNoHorizontalScroll } from './screen.ts'

const judged = (id: number, option: number, text: string) => ({
  id,
  option,
  text,
  lang: 'en',
  author: null,
  is_fair_account: false,
  shown_at: '2026-11-20T13:00:00Z',
  judged_by: 'line',
  fair: [71, 64, 58],
})

test('a voter gives reasons for both sides, edits one, judges others and reads the fairest ones, by keyboard', async ({
  newMember,
}) => {
  const page = await newMember()
  const errors = collectConsoleErrors(page)
  const id = await createPoll(page, { asks_other_side: true })
  const { options } = (await (await page.request.get(`/api/polls/${id}/`)).json()) as { options: { id: number }[] }
  const [yes = 0, no = 0] = options.map((option) => option.id)
  await send(page, `/api/polls/${id}/vote/`, { option_id: yes })
  // Reasons appear at the full hour and are judged by many, which no test waits for.
  await page.route(`**/api/polls/${id}/reasons/to-judge/`, (route) =>
    route.fulfill({
      json: { left: 2, reasons: [{ id: 901, option: no, text: 'It costs too much.', lang: 'en', version: 1 }] },
    }),
  )
  await page.route('**/api/reasons/901/judgement/', (route) => route.fulfill({ json: { left: 0 } }))
  await page.route(`**/api/polls/${id}/reasons/best/`, (route) =>
    route.fulfill({
      json: {
        answers: [
          { option: yes, best: [judged(1, yes, 'It helps everybody.'), judged(2, yes, 'It is overdue.')] },
          {
            option: no,
            best: [judged(3, no, 'It costs too much, and nobody has asked who pays for it in ten years.')],
          },
        ],
      },
    }),
  )
  await page.goto(`/results/${id}`)
  await page.getByText('Why? One reason, if you like.').press('Enter')
  const text = page.getByRole('textbox', { name: 'Your reason' })
  await text.press('Control+Enter')
  await text.fill('Because it is right.')
  await page.getByRole('button', { name: 'Give My Reason' }).press('Enter')
  const own = page.getByRole('region', { name: 'Your reason', exact: true })
  await expect(own).toBeFocused()
  await expect(own).toContainText('Because it is right.')
  await expect(own).toBeInViewport()
  await own.getByRole('button', { name: 'Edit my reason' }).press('Enter')
  await expect(text).toBeFocused()
  await text.fill('Because it is fair.')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(own).toBeFocused()
  await expect(own).toContainText('Because it is fair.')

  await page.getByRole('textbox', { name: 'The best reason for “No”' }).fill('Because it costs much.')
  await page.getByRole('button', { name: 'Give This Reason' }).press('Enter')
  const agreement = page.getByRole('checkbox', { name: /^I agree/ })
  await expect(agreement).toBeFocused()
  await expectAccessible(page)
  await agreement.press(' ')
  await page.getByRole('button', { name: 'Give This Reason' }).press('Enter')
  const theirs = page.getByRole('region', { name: 'Your reason for “No”' })
  await expect(theirs).toBeFocused()
  await expect(theirs).toContainText('Because it costs much.')
  await expectAccessible(page)
  for (const width of [390, 768, 1280]) await expectNoHorizontalScroll(page, width)

  await page.getByRole('button', { name: 'A fair reason' }).press('Enter')
  await expect(page.getByText('You have judged as many reasons as you can today.')).toBeFocused()
  await own.getByRole('button', { name: 'Delete my reason' }).press('Enter')
  await page.getByRole('button', { name: 'Delete', exact: true }).press('Enter')
  await expect(text).toBeFocused()
  expect(errors).toEqual([])
})
