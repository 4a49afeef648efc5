import type { Page } from '@playwright/test'
import { expect, newUser, send, test } from './fixtures.ts'
import { read } from './forums.ts'
import { grantRole } from './moderator.ts'
import { createPoll, newQuestion } from './polls.ts'
import { expectAccessible, expectNoHorizontalScroll, isOnTop, waitForContent } from './screen.ts'

/** Presses the key until the control has the focus, as people without a mouse do. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const control = page.getByRole('button', { name })
  await expect(control).toBeVisible()
  for (let steps = 0; steps < 150; steps++) {
    if (await control.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`No Tab stop: ${name.source}`)
}

test('an admin queues questions by keyboard, and each outcome is in the window and focused', async ({ newMember }) => {
  test.slow()
  const { email } = newUser()
  const page = await newMember({ email })
  await grantRole(page, email, 'admin')
  await page.setViewportSize({ width: 390, height: 844 })
  const [first, second] = [newQuestion('Do buses come first'), newQuestion('Do trams come second')]
  const ids = [await createPoll(page, { question: first, options: ['Yes', 'No'] })]
  ids.push(await createPoll(page, { question: second, options: ['Yes', 'No'] }))
  try {
    await page.goto('/admin/questions')
    await waitForContent(page)
    const queue = page.getByRole('list', { name: 'Questions that wait' }).getByRole('listitem')
    for (const question of [first, second]) {
      await page.getByRole('searchbox').fill(question)
      await tabTo(page, new RegExp(`^Add: ${question.replace('?', '\\?')}`))
      await page.keyboard.press('Enter')
      const added = page.locator('output').filter({ hasText: `: ${question}` })
      await expect(added).toBeFocused()
      await expect.poll(() => isOnTop(added)).toBe(true)
    }
    await expect(queue.last()).toContainText(second)
    await tabTo(page, new RegExp(`^Move up: ${second.replace('?', '\\?')}`))
    await page.keyboard.press('Enter')
    await expect(queue.last()).toContainText(first)
    await expect(page.getByRole('button', { name: `Move up: ${second}` })).toBeFocused()
    await expectAccessible(page)
    for (const width of [320, 390, 1280]) await expectNoHorizontalScroll(page, width)
    await page.setViewportSize({ width: 390, height: 844 })
    await tabTo(page, new RegExp(`^Remove: ${first.replace('?', '\\?')}`))
    await page.keyboard.press('Enter')
    const removed = page.locator('output').filter({ hasText: `Removed: ${first}` })
    await expect(removed).toBeFocused()
    await expect.poll(() => isOnTop(removed)).toBe(true)

    await page.goto(`/results/${ids[0]}`)
    await tabTo(page, /^Make it a question of the day/)
    await page.keyboard.press('Enter')
    const waits = page.locator('output').filter({ hasText: 'It waits as question of the day number' })
    await expect(waits).toBeFocused()
  } finally {
    const { queue } = await read<{ queue: { id: number }[] }>(page, '/api/admin/questions/')
    for (const { id } of queue) if (ids.includes(id)) await send(page, `/api/admin/questions/${id}/`, {}, 'DELETE')
  }
})

test('a member answers the question of the day, and asks to be told of the next one', async ({ citizen }) => {
  test.slow()
  await citizen.setViewportSize({ width: 390, height: 844 })
  const { today } = await read<{ today: { question: string } }>(citizen, '/api/polls/question-of-the-day/')
  await citizen.goto('/')
  const turn = citizen.getByRole('region', { name: 'Your turn' })
  await expect(turn.getByText('Question of the day', { exact: true })).toBeVisible()
  await expect(turn.getByRole('heading', { level: 3 })).toHaveText(today.question)
  await expect(turn.getByText(/^Yesterday:/)).toBeVisible()
  const option = turn.getByRole('button', { name: /^Vote for/ }).first()
  await option.focus()
  await citizen.keyboard.press('Enter')
  await expect(turn.getByText(/^That was today’s\. (Today|Tomorrow) at 7( ET)? there is a new one\.$/)).toBeVisible()
  await tabTo(citizen, /^Tell me/)
  await citizen.keyboard.press('Enter')
  const done = citizen.locator('output').filter({ hasText: 'Switched on' })
  await expect(done).toBeFocused()
  await expect.poll(() => isOnTop(done)).toBe(true)
  const { ways } = await read<{ ways: Record<string, string> }>(citizen, '/api/notifications/settings/')
  expect(ways['daily_question']).toBe('mail')
  await expectAccessible(citizen)
  for (const width of [320, 390, 1280]) await expectNoHorizontalScroll(citizen, width)
})
