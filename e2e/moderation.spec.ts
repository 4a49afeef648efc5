import { cardWith, publish, uniqueText } from './boiler-room.ts'
import { expect, newUser, test } from './fixtures.ts'
import { choose } from './forums.ts'
import { grantModerator } from './moderator.ts'
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

  const { email } = newUser()
  const moderator = await newMember({ email })
  grantModerator(email)
  await moderator.goto('/moderation')
  await moderator.getByRole('listitem').filter({ hasText: text }).getByRole('button').click()
  await expect(moderator.getByRole('region', { name: 'Case' }).getByText('An advertisement.')).toBeVisible()
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
  await moderator.keyboard.press('Tab')
  await moderator.keyboard.press('Enter')
  await expect(moderator.getByText('The author is told.').first()).toBeVisible()
  await reporter.reload()
  await expect(cardWith(reporter, text)).toHaveCount(0)

  await author.goto('/profile-settings')
  const decisions = author.getByRole('list', { name: 'Decisions' })
  await expect(decisions.getByText('Advertising has no place here.')).toBeVisible()
  await decisions.getByRole('button', { name: 'Appeal' }).click()
  await author.getByRole('dialog', { name: 'Appeal' }).getByRole('textbox').fill('They are my own, and not for sale.')
  await author.getByRole('button', { name: 'Send Appeal' }).click()
  await expect(author.getByText('Your appeal was sent').first()).toBeVisible()

  const { email: otherEmail } = newUser()
  const other = await newMember({ email: otherEmail })
  grantModerator(otherEmail)
  await other.goto('/moderation?status=appeals')
  await other.getByRole('listitem').filter({ hasText: text }).getByRole('button').click()
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
