import { type Browser, type Page } from '@playwright/test'
import { loadIdentity } from '#server/db/identity.ts'
import { createSetupLink } from '#server/features/admin/setup.ts'
import { webFolder } from '#server/site/pages.ts'
import { startMailbox } from '#server/testing/mailbox.ts'
import { startTestApp } from '#server/testing/test-app.ts'
import { launchChromium } from '../scripts/chromium.ts'

export const accessCode = 'citizenship'

/** An empty site, a mail server, and the phone of the person who sets the site up. */
export async function openNewSite() {
  const t = await startTestApp({ siteAccessCode: accessCode, staffNeedSecondFactor: false }, webFolder)
  const mailbox = await startMailbox()
  const origin = await t.app.listen({ port: 0, host: '127.0.0.1' })
  const link = await createSetupLink(t.db, { publicUrl: origin })
  // As after the start of a server.
  await loadIdentity(t.db)
  const browser = await launchChromium()
  const page = await openPhone(browser)
  const click = (name: string | RegExp) => page.getByRole('button', { name }).first().press('Enter')
  const follow = (name: string | RegExp) => page.getByRole('link', { name }).press('Enter')
  const fill = (label: string | RegExp, text: string) => page.getByLabel(label, { exact: true }).first().fill(text)
  const isDone = (title: string) => page.locator('summary', { hasText: `${title}, done` }).waitFor()
  const upload = (field: string, text: string) =>
    page
      .getByRole('button', { name: field })
      .setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })

  const becomeAdmin = async () => {
    await page.goto(link ?? '')
    await enter(page)
    await follow('Create an account')
    await fill('First name', 'Grace')
    await fill('Last name', 'Reed')
    await fill('Email', 'grace@town.example')
    await fill('Password', 'a river at night')
    await fill('Confirm password', 'a river at night')
    await page.getByLabel('State').selectOption('Ohio')
    await page.getByRole('checkbox', { name: /agree/i }).check()
    await click('Create Account')
    await click('Become the admin')
    await follow('Go to Administration')
    await page.getByText('0 of 8 done').first().waitFor()

    await click(/^Members’ organization/)
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).press('Enter')
    await page.getByText('The site has changed', { exact: true }).waitFor()
    await isDone('What is this site for?')
  }
  const setUpMail = async () => {
    await follow(/^Set up ?: mail server/)
    await fill('Name of the server', '127.0.0.1')
    await fill('Port', String(mailbox.port))
    await click('Send a test and use it')
    await isDone('Mail')
  }
  return {
    ...t,
    mailbox,
    origin,
    browser,
    page,
    click,
    follow,
    fill,
    isDone,
    upload,
    becomeAdmin,
    setUpMail,
    async [Symbol.asyncDispose]() {
      await browser.close()
      await t[Symbol.asyncDispose]()
      await mailbox[Symbol.asyncDispose]()
    },
  }
}

/** A person of their own, with a phone. */
export async function openPhone(browser: Browser): Promise<Page> {
  return browser.newPage({ viewport: { width: 390, height: 844 }, serviceWorkers: 'block' })
}

/** The code that the site asks for before anything else. */
export async function enter(page: Page): Promise<void> {
  await page.getByLabel('Access Password', { exact: true }).fill(accessCode)
  await page.keyboard.press('Enter')
}
