import type { Page } from '@playwright/test'
import { cardWith, publish, uniqueText } from './boiler-room.ts'
import { expect, send, test } from './fixtures.ts'
import { choose } from './forums.ts'
import { chooseCase, newModerator, openCase } from './moderator.ts'
import { expectNoHorizontalScroll, expectNoViolations, waitForContent } from './screen.ts'

test('a report is decided by keyboard, the author appeals, and the appeal is granted', async ({
  citizen: author,
  newMember,
}) => {
  // Axe is slow on a busy machine.
  test.slow()
  const text = uniqueText('Cheap watches')
  await author.goto('/boiler-room')
  await publish(author, text)
  const reporter = await newMember()
  await reporter.goto(`/boiler-room?tab=search&q=${encodeURIComponent(text)}`)
  await choose(reporter, cardWith(reporter, text), 'Report Content')
  const report = reporter.getByRole('dialog', { name: 'Report this post' })
  await report.getByRole('radio', { name: 'Spam' }).check()
  await report.getByRole('textbox').fill('An advertisement.')
  await report.getByRole('button', { name: 'Report' }).click()
  await expect(reporter.getByText('Thank you for your report').first()).toBeVisible()

  const moderator = await newModerator(newMember)
  await moderator.goto('/moderation')
  await chooseCase(moderator, text)
  await expect(moderator.getByRole('region', { name: 'Case' }).getByText('“An advertisement.”')).toBeVisible()
  await waitForContent(moderator)
  await expectNoViolations(moderator)
  for (const width of [390, 768, 1280]) {
    await expectNoHorizontalScroll(moderator, width)
  }
  // Letters act only while focus is in the list or the case.
  await moderator.evaluate(() => (document.activeElement instanceof HTMLElement ? document.activeElement.blur() : null))
  await moderator.keyboard.press('r')
  await expect(moderator.getByRole('radio', { name: /^Remove/ })).not.toBeFocused()
  await moderator.getByRole('region', { name: 'Case' }).getByRole('heading').first().focus()
  await moderator.keyboard.press('r')
  await expect(moderator.getByRole('radio', { name: /^Remove/ })).toBeFocused()
  await moderator.getByLabel('Guideline').selectOption({ index: 7 })
  await moderator.getByLabel('Sentence to the author').fill('Advertising has no place here.')
  await moderator.getByRole('button', { name: 'Decide' }).press('Enter')
  await expect(moderator.getByText('It is in the public log.').first()).toBeVisible()
  await reporter.reload()
  await expect(cardWith(reporter, text)).toHaveCount(0)

  await author.goto('/profile-settings')
  const decisions = author.getByRole('list', { name: 'Decisions' })
  await expect(decisions.getByText('Advertising has no place here.')).toBeVisible()
  await decisions.getByRole('button', { name: 'Appeal' }).click()
  await author.getByRole('dialog', { name: 'Appeal' }).getByRole('textbox').fill('They are my own, and not for sale.')
  await author.getByRole('button', { name: 'Send Appeal' }).click()
  await expect(author.getByText('Your appeal was sent').first()).toBeVisible()

  const other = await newModerator(newMember)
  await other.goto('/moderation?status=appeals')
  await chooseCase(other, text)
  await other.getByLabel('Answer').fill('You are right.')
  const address = other.url()
  await other.getByRole('button', { name: 'Grant' }).click()
  await expect(other.getByRole('listitem').filter({ hasText: text })).toHaveCount(0)
  await other.goto(address)
  const granted = other
    .getByRole('region', { name: 'Case' })
    .getByRole('listitem')
    .filter({ hasText: 'Appeal granted' })
  await expect(granted).toContainText('They are my own, and not for sale.')
  await reporter.reload()
  await expect(cardWith(reporter, text)).toHaveCount(1)
  await reporter.goto('/moderation/log')
  await expect(reporter.getByText('Advertising has no place here.').first()).toBeVisible()
  await expect(reporter.getByText('Appeal granted').first()).toBeVisible()
})

/** Opens the queue of a new moderator with cases of posts that are longer than the screen. */
async function openQueue(
  author: Page,
  newMember: (as?: { email: string }) => Promise<Page>,
  { cases, ...size }: { cases: number; width: number; height: number },
) {
  const [reporter, moderator] = [await newMember(), await newModerator(newMember)]
  for (let index = 0; index < cases; index++) {
    const text = `${uniqueText(`Watches at ${index} dollars`)}${'\nOne more.'.repeat(25)}`
    // Claimed, so that they are the only ones under "Mine".
    await send(moderator, `${await openCase(author, reporter, moderator, text)}claim/`, {})
  }
  await moderator.setViewportSize(size)
  await moderator.goto('/moderation?status=mine')
  return { moderator, rows: moderator.getByRole('list', { name: 'Cases' }).getByRole('button') }
}

const scrolled = (page: Page) => page.evaluate(() => window.scrollY)

test('a moderator decides five cases without the mouse and without scrolling', async ({
  citizen: author,
  newMember,
}) => {
  test.slow()
  const { moderator, rows } = await openQueue(author, newMember, { cases: 5, width: 1280, height: 800 })
  await expect(rows).toHaveCount(5)
  const { keyboard } = moderator
  for (let presses = 0; presses < 30; presses++) {
    await keyboard.press('Tab')
    if (await rows.first().evaluate((row) => row === document.activeElement)) break
  }
  await keyboard.press('Enter')

  const decided: object[] = []
  moderator.on('request', (request) => {
    if (request.url().endsWith('/decision/')) decided.push(request.postDataJSON())
  })
  const region = (name: string) => moderator.getByRole('region', { name, exact: true })
  const heading = region('Case').getByRole('heading', { name: 'Post by Casey Walker' })
  const steps = ['r7o', 'rw1o', 'es3oo', 'eo', 'e2w']
  for (const [index, keys] of steps.entries()) {
    // The queue, the case, its author and what decides are on the screen at once.
    await expect(heading).toBeFocused()
    for (const part of [
      rows.first(),
      heading,
      region('Casey Walker'),
      moderator.getByRole('button', { name: 'Decide' }),
    ]) {
      await expect(part).toBeInViewport({ ratio: 1 })
    }
    for (const key of keys) await keyboard.press(key)
    if (keys === 'e2w') {
      // An own sentence: from the choices by Tab, past the guideline.
      await keyboard.press('Tab')
      await keyboard.press('Tab')
      await keyboard.type('Please stay.')
      for (let presses = 0; presses < 3; presses++) await keyboard.press('Tab')
    }
    await keyboard.press('Enter')
    await expect(rows).toHaveCount(steps.length - 1 - index)
    expect(await scrolled(moderator)).toBe(0)
  }
  await expect(moderator.getByRole('heading', { name: 'Moderation', level: 1 })).toBeFocused()
  expect(decided).toMatchObject([
    { action: 'remove', rule: 7, sentence: 'This is advertising. Nothing is for sale here.' },
    { action: 'warn', text_action: 'remove', rule: 1 },
    { action: 'suspend', text_action: 'keep', days: 7, rule: 3, sentence: expect.stringContaining('quote') },
    { action: 'keep', rule: null },
    { action: 'warn', rule: 2, sentence: 'Please stay.' },
  ])
})

test('on a phone, an open case takes the place of the list and gives the focus back', async ({
  citizen: author,
  newMember,
}) => {
  test.slow()
  const { moderator, rows } = await openQueue(author, newMember, { cases: 1, width: 390, height: 844 })
  await rows.first().click()
  await expect(rows.first()).toBeHidden()
  await expect(moderator.getByRole('button', { name: 'Keys' })).toBeHidden()
  await expect(moderator.getByText('1 of 1')).toBeVisible()
  await moderator.getByRole('button', { name: 'All cases' }).click()
  await expect(rows).toBeFocused()
})
