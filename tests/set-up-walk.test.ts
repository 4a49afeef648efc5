import { expect, test } from 'vitest'
import { exampleOfOwnList } from '@wtpu/contract/site/officials'
import { openNewSite } from './new-site.ts'

/** All steps of the set-up need nothing but the browser. */
test('all eight steps of the set-up can be done in the browser', async () => {
  await using t = await openNewSite()
  const { page, origin, mailbox, click, follow, fill, isDone } = t
  const helpers = [await t.make.user(), await t.make.user()]
  await t.becomeAdmin()

  await follow(/^Choose ?: name and look/)
  await fill('Name of the site', 'Riverton Votes')
  await fill('Contact address', 'hello@town.example')
  const save = page.getByRole('form', { name: 'Name and look' }).getByRole('button', { name: 'Save' })
  await save.press('Enter')
  await isDone('Name and look')
  // The links of the default disappear above it.
  await expect
    .poll(() => save.evaluate((button) => button.getBoundingClientRect().top))
    .toSatisfy((top: number) => top >= 0 && top < 800)

  await follow(/^Choose ?: access code/)
  await fill('New access code', 'river bend')
  await fill('Try it', 'river bend')
  await click('Use this code')
  await isDone('Who can enter')

  await follow(/^Import ?: officials/)
  await page.getByRole('radio', { name: /^Files/ }).check()
  await t.upload('Your own list', exampleOfOwnList)
  await click('Check')
  await click('Import')
  await page.getByRole('heading', { name: 'Imported' }).waitFor()
  await page.goto(`${origin}/admin`)
  await isDone('Officials')

  await t.setUpMail()

  await follow(/^Read and edit ?: terms, privacy, guidelines and contact/)
  for (const title of ['Terms of Service', 'Privacy Policy', 'Community Guidelines']) {
    await click(`Write: ${title}`)
    await fill(`Text of ${title}`, `## ${title}\n\nRiverton Votes asks, and the people of Riverton answer.`)
    await click('Publish')
    await page.getByText(`${title} has a new version.`, { exact: true }).waitFor()
  }
  await isDone('Terms, privacy, guidelines and contact')

  await click('Choose polls')
  await click('Publish 3 polls')
  await isDone('First three polls')

  await follow(/^Invite ?: moderators/)
  await page.getByRole('heading', { name: 'Staff', exact: true }).click()
  for (const { username, first_name, last_name } of helpers) {
    const name = `${first_name} ${last_name}`
    await fill(/^Another account/, username)
    await click('Find')
    await page.getByLabel(`Role of ${name}`, { exact: true }).selectOption('moderator')
    await click(`Change the role of ${name}`)
  }
  await isDone('Two moderators')
  await page.getByText('8 of 8 done').first().waitFor()
  expect(mailbox.recipients).toContain('grace@town.example')
})
