import { chromium, type Page } from '@playwright/test'
import { expect, test } from 'vitest'
import { loadIdentity } from '#server/db/identity.ts'
import { createSetupLink } from '#server/features/admin/setup.ts'
import { webFolder } from '#server/site/pages.ts'
import { startMailbox } from '#server/testing/mailbox.ts'
import { startTestApp } from '#server/testing/test-app.ts'
import { exampleOfOwnList } from '@wtpu/contract/site/officials'
import { findChromium } from '../scripts/chromium.ts'

/** An empty site, its first administrator with a phone, and all steps of the set-up, which need nothing but the browser. */
test('all eight steps of the set-up can be done in the browser', async () => {
  await using t = await startTestApp({ siteAccessCode: 'citizenship', staffNeedSecondFactor: false }, webFolder)
  const mailbox = await startMailbox()
  const helpers = [await t.make.user(), await t.make.user()]
  const origin = await t.app.listen({ port: 0, host: '127.0.0.1' })
  const link = await createSetupLink(t.db, { publicUrl: origin })
  // As after the start of a server.
  await loadIdentity(t.db)
  await using browser = await chromium.launch({
    executablePath: findChromium(),
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  })
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' })
  const click = (name: string | RegExp) => page.getByRole('button', { name }).first().press('Enter')
  const fill = (label: string | RegExp, text: string) => page.getByLabel(label, { exact: true }).first().fill(text)
  const isDone = (title: string) => page.locator('summary', { hasText: `${title}, done` }).waitFor()

  await page.goto(link ?? '')
  await enter(page, 'citizenship')
  await page.getByRole('link', { name: 'Create an account' }).press('Enter')
  await fill('First name', 'Grace')
  await fill('Last name', 'Reed')
  await fill('Email', 'grace@town.example')
  await fill('Password', 'a river at night')
  await fill('Confirm password', 'a river at night')
  await page.getByLabel('State').selectOption('Ohio')
  await page.getByRole('checkbox', { name: /agree/i }).check()
  await click('Create Account')
  await click('Become the admin')
  await page.getByRole('link', { name: 'Go to Administration' }).press('Enter')
  await page.getByText('0 of 8 done').first().waitFor()

  await click(/^Members’ organization/)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).press('Enter')
  await page.getByText('The site has changed', { exact: true }).waitFor()
  await isDone('What is this site for?')

  await page.getByRole('link', { name: /^Choose ?: name and look/ }).press('Enter')
  await fill('Name of the site', 'Riverton Votes')
  await fill('Contact address', 'hello@town.example')
  await page.getByRole('form', { name: 'Name and look' }).getByRole('button', { name: 'Save' }).press('Enter')
  await isDone('Name and look')

  await page.getByRole('link', { name: /^Choose ?: access code/ }).press('Enter')
  await fill('New access code', 'river bend')
  await fill('Try it', 'river bend')
  await click('Use this code')
  await isDone('Who can enter')

  await page.getByRole('link', { name: /^Import ?: officials/ }).press('Enter')
  await page.getByRole('radio', { name: /^Files/ }).check()
  await page
    .getByRole('button', { name: 'Your own list' })
    .setInputFiles({ name: 'own.csv', mimeType: 'text/csv', buffer: Buffer.from(exampleOfOwnList) })
  await click('Check')
  await click('Import')
  await page.getByRole('heading', { name: 'Imported' }).waitFor()
  await page.goto(`${origin}/admin`)
  await isDone('Officials')

  await page.getByRole('link', { name: /^Set up ?: mail server/ }).press('Enter')
  await fill('Name of the server', '127.0.0.1')
  await fill('Port', String(mailbox.port))
  await click('Send a test and use it')
  await isDone('Mail')

  await page.getByRole('link', { name: /^Read and edit ?: terms, privacy, guidelines and contact/ }).press('Enter')
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

  await page.getByRole('link', { name: /^Invite ?: moderators/ }).press('Enter')
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

async function enter(page: Page, code: string): Promise<void> {
  await page.getByLabel('Access Password', { exact: true }).fill(code)
  await page.keyboard.press('Enter')
}
