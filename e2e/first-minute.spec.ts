import type { Locator, Page } from '@playwright/test'
import { main, register } from './accounts.ts'
import { card, liveCard } from './polls.ts'
import { expect, newIpAddress, newUser, test } from './fixtures.ts'

const voteButton = (page: Page) =>
  liveCard(page)
    .getByRole('button', { name: /^Vote for/ })
    .first()

/** How fast a citizen types, while the test does it at once. */
const charactersPerSecond = 6

async function expectCounted(page: Page): Promise<void> {
  await expect(liveCard(page).getByText('Your answer was counted.')).toBeVisible()
  await expect(liveCard(page).getByText('Yours', { exact: true })).toBeVisible()
  const question = await liveCard(page).getByRole('heading').first().innerText()
  await page.goto('/polls')
  await expect(card(page, question).getByText('Yours', { exact: true })).toBeVisible()
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a new citizen gets from the gate to a counted vote in 30 seconds, two screens and six fields', async ({
    page,
  }) => {
    const { first_name, last_name, email, password, state } = newUser()
    let typed = 0
    const type = async (field: Locator, text: string) => {
      // The fields of the first content take no text.
      await expect(field).toBeEditable()
      await field.pressSequentially(text)
      typed += text.length
    }
    await page.goto('/')
    const start = Date.now()
    await type(page.getByLabel('Access Password', { exact: true }), 'citizenship')
    await page.getByRole('button', { name: 'Access Website' }).click()
    // Every answer is in the first screen.
    for (const answer of await liveCard(page).getByRole('listitem').all()) await expect(answer).toBeInViewport()
    await voteButton(page).click()
    await expect(liveCard(page).getByText('Not counted yet.')).toBeInViewport()
    const form = liveCard(page).locator('form')
    await type(form.getByLabel('First name'), first_name)
    await type(form.getByLabel('Last name'), last_name)
    await type(form.getByLabel('Email'), email)
    await type(form.getByLabel('Password', { exact: true }), password)
    await form.getByLabel('State').selectOption(state)
    await form.getByRole('checkbox').check()
    expect(await form.locator('input, select').count()).toBe(6)
    await form.getByRole('button', { name: 'Create Account' }).click()

    await expect(liveCard(page).getByText('Your answer was counted.')).toBeVisible()

    const seconds = (Date.now() - start) / 1000 + typed / charactersPerSecond
    console.log(`From the gate to a counted vote: ${seconds.toFixed(1)} s`)
    expect(seconds).toBeLessThanOrEqual(30)
    await expect(page).toHaveURL('/')
    await expectCounted(page)
  })

  test('works by keyboard alone', async ({ visitor }) => {
    const { first_name, last_name, email, password } = newUser()
    const tabTo = async (target: Locator) => {
      for (let presses = 0; presses < 30; presses++) {
        await visitor.keyboard.press('Tab')
        if (await target.evaluate((element) => element === document.activeElement)) return
      }
      await expect(target).toBeFocused()
    }
    await visitor.goto('/')
    await voteButton(visitor).waitFor()
    await tabTo(voteButton(visitor))
    await visitor.keyboard.press('Enter')
    const form = liveCard(visitor).locator('form')
    for (const [label, text] of [
      ['First name', first_name],
      ['Last name', last_name],
      ['Email', email],
      ['Password', password],
      ['State', 'New York'],
    ] as const) {
      await tabTo(form.getByLabel(label, { exact: true }))
      await visitor.keyboard.type(text)
    }
    await tabTo(form.getByRole('checkbox'))
    await visitor.keyboard.press('Space')
    await visitor.keyboard.press('Enter')

    await expectCounted(visitor)
  })
})

test('counts the answer after signing up with Google', async ({ visitor }) => {
  await visitor.goto('/')
  await voteButton(visitor).click()
  await liveCard(visitor).getByRole('button', { name: 'Continue with Google' }).click()
  await visitor.getByPlaceholder('Enter any login').fill(`joan${newIpAddress().replaceAll('.', '')}`)
  await visitor.getByPlaceholder('and password').fill('any')
  await visitor.getByRole('button', { name: 'Sign-in' }).click()
  await visitor.getByRole('button', { name: 'Continue' }).click()

  await expectCounted(visitor)
})

test('keeps the answer over a reload and another tab, and counts it after signing in', async ({ visitor, context }) => {
  const { email, password } = await register(visitor)
  await visitor.goto('/')
  await voteButton(visitor).click()
  await visitor.reload()
  await expect(liveCard(visitor).getByText('Chosen')).toBeVisible()
  await visitor.close()

  const tab = await context.newPage()
  await tab.goto('/')
  await expect(liveCard(tab).getByText('Chosen')).toBeVisible()
  await liveCard(tab).getByRole('link', { name: 'Sign in' }).click()
  await expect(main(tab).getByText('Your answer, not counted yet:')).toBeVisible()
  await tab.getByLabel('Email').fill(email)
  await tab.getByLabel('Password', { exact: true }).fill(password)
  await tab.getByRole('button', { name: 'Sign In', exact: true }).click()

  await expectCounted(tab)
})
