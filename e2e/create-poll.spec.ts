import { delayRequests, expect, passGate, signInAsNewUser, test } from './fixtures.ts'
import { card, createPoll, fillPoll, localTimeIn, newQuestion, openCreate } from './polls.ts'
import { expectNoHorizontalScroll, layoutShift, waitForContent } from './screen.ts'

test('creates a poll, votes in it, and keeps the draft when the sixth poll of a day is rejected', async ({
  citizen,
}) => {
  await citizen.goto('/polls')
  await waitForContent(citizen)
  const dialog = await openCreate(citizen)
  await dialog.getByRole('button', { name: 'Create Poll' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Question, 2+ options and category are required')

  const question = newQuestion('What should line the avenue')
  await fillPoll(dialog, question)
  await dialog.getByRole('button', { name: 'Add More Option (2/5)' }).click()
  await citizen.keyboard.type('Plant trees')
  await dialog.getByRole('button', { name: 'Create Poll' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Options: Each option must be different.')
  await dialog.getByRole('textbox', { name: 'Option 3' }).fill('Widen the path')
  await dialog.getByText('Add details (optional)').click()
  await dialog.getByLabel('Description').fill('The avenue is rebuilt next spring.')
  await dialog.getByRole('button', { name: 'Create Poll' }).click()

  await expect(citizen).toHaveURL(/\/polls\/\d+$/)
  await expect(card(citizen, question)).toBeInViewport()
  await expect(card(citizen, question)).toContainText('The avenue is rebuilt next spring.')
  await expect(card(citizen, question)).toContainText('6d 23h')
  await expect(card(citizen, question)).toBeFocused()
  await card(citizen, question).getByRole('button', { name: 'Vote for Widen the path' }).click()
  await expect(card(citizen, question)).toContainText('1 vote')

  for (let count = 2; count <= 5; count++) await createPoll(citizen, {})
  const sixth = await openCreate(citizen)
  const kept = newQuestion('One too many')
  await fillPoll(sixth, kept)
  await sixth.getByRole('button', { name: 'Create Poll' }).click()
  await expect(sixth.getByRole('alert')).toHaveText('You can create at most 5 polls in 24 hours.')
  await expect(sixth.getByLabel('Question')).toHaveValue(kept)
  await citizen.keyboard.press('Escape')
  await expect(sixth).toBeHidden()
  await expect((await openCreate(citizen)).getByLabel('Question')).toHaveValue(kept)
})

test('keeps an unsent poll when the session expires', async ({ context, baseURL }) => {
  await passGate(context)
  const { email, password } = await signInAsNewUser(context, baseURL ?? '')
  const page = await context.newPage()
  await page.goto('/polls')
  await waitForContent(page)
  const dialog = await openCreate(page)
  const question = newQuestion('Who mends the bridge')
  await fillPoll(dialog, question)
  await page.evaluate(() => ['access', 'refresh'].forEach((key) => localStorage.setItem(key, 'a.b.c')))
  await dialog.getByRole('button', { name: 'Create Poll' }).click()

  await expect(page).toHaveURL('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page).toHaveURL('/polls')
  const again = await openCreate(page)
  await expect(again.getByLabel('Question')).toHaveValue(question)
  await again.getByRole('button', { name: 'Create Poll' }).click()
  await expect(card(page, question)).toBeInViewport()
})

test('wraps very long words on the narrowest screen', async ({ citizen }) => {
  const long = (letter: string) => letter.repeat(120)
  const id = await createPoll(citizen, { question: 'Q'.repeat(300), options: [long('w'), long('m')] })

  await citizen.goto(`/polls/${id}`)
  await expect(citizen.locator(`#poll-${id}`).getByRole('button', { name: 'Results' })).toBeVisible()
  await expectNoHorizontalScroll(citizen)
  await citizen
    .locator(`#poll-${id}`)
    .getByRole('button', { name: /^Vote for w/ })
    .click()
  await expect(citizen.getByRole('heading', { name: 'By state' })).toBeVisible()
  await expectNoHorizontalScroll(citizen)
})

test('causes no layout shift when scheduled polls load late', async ({ citizen }) => {
  const { date, time } = localTimeIn(24 * 60)
  await createPoll(citizen, { schedule_date: date, schedule_time: time, user_timezone: 'America/New_York' })
  for (const path of ['/polls', '/polls/12']) {
    const releaseScheduledPolls = await delayRequests(citizen, '**/api/polls/scheduled/')
    await citizen.goto(path)
    await waitForContent(citizen)
    const toggle = citizen.getByRole('button', { name: 'Scheduled polls (1)' })
    await expect(toggle).toHaveCount(0)
    releaseScheduledPolls()
    await expect(toggle).toBeVisible()
    expect(await layoutShift(citizen)).toBeLessThan(0.01)
    await toggle.click()
    await expect(citizen.getByRole('region', { name: 'Your scheduled polls' })).toBeVisible()
  }
})

test('shows a scheduled poll at its time in two browsers without a reload', async ({ citizen, newMember }) => {
  const other = await newMember()
  for (const page of [citizen, other]) {
    await page.goto('/polls?filter=recent')
    await waitForContent(page)
  }
  const question = newQuestion('Should the bells ring at noon')
  // Long enough for the call to arrive on a busy machine.
  const opensAt = Date.now() + 12_000
  const [schedule_date, schedule_time] = new Date(opensAt).toISOString().split(/[TZ.]/)
  await createPoll(citizen, { question, schedule_date, schedule_time, user_timezone: 'UTC' })
  for (const page of [citizen, other]) {
    await expect(async () => {
      // New cards wait behind this button, so that the list does not move. Other tests publish polls, too.
      const pill = page.getByRole('button', { name: /new polls?$/ })
      if (!(await card(page, question).isVisible())) await pill.click({ timeout: 10_000 })
      await expect(card(page, question)).toBeVisible({ timeout: 3_000 })
    }).toPass()
    // The time has whole seconds.
    expect(Date.now()).toBeGreaterThanOrEqual(opensAt - 1_000)
  }
  await expect(citizen.getByRole('region', { name: 'Your scheduled polls' })).toHaveCount(0)
})
