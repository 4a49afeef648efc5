import { execFileSync } from 'node:child_process'
import type { Locator, Page } from '@playwright/test'
import { send, uniqueNumber } from './fixtures.ts'

export const card = (page: Page, question: string) => page.getByRole('article', { name: question, exact: true })

/** The poll that visitors answer on Home. */
export const liveCard = (page: Page) => page.getByRole('article').filter({ hasText: 'Live poll' })

export const newQuestion = (about: string) => `${about} ${uniqueNumber()}?`

/** Publishes a poll without its dialog. Returns its id. */
export async function createPoll(page: Page, over: object): Promise<number> {
  const poll = { question: newQuestion('Who decides'), category: 1, options: ['Yes', 'No'], duration_days: 7, ...over }
  return (await send(page, '/api/polls/', poll)).id
}

/** Others vote, and the poll closes. */
export function closePoll(id: number): void {
  // The data folder of playwright.config.ts, whose database the server under test has started.
  execFileSync(process.execPath, ['server/src/testing/close-poll-cli.ts', '.cache/e2e-data', String(id)])
}

export async function openCreate(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Create Poll', exact: true }).click()
  return page.getByRole('dialog', { name: 'Create New Poll' })
}

export async function fillPoll(dialog: Locator, question: string, category = 'Environment'): Promise<void> {
  await dialog.getByLabel('Question').fill(question)
  await dialog.getByLabel('Option 1').fill('Plant trees')
  await dialog.getByLabel('Option 2').fill('Lay rails')
  await dialog.getByLabel('Category').selectOption(category)
}

/** The local time `minutes` from now, rounded up to a whole minute. */
export const localTimeIn = (minutes: number) => localTime(Math.ceil(Date.now() / 60_000 + minutes) * 60_000)

/** Today, even in the last minute of the day. */
export const lastMidnight = () => ({ ...localTime(Date.now()), time: '00:00' })

/** A time in the format of the form fields. */
function localTime(ms: number): { date: string; time: string; at: number } {
  const at = new Date(ms)
  const pad = (part: number) => String(part).padStart(2, '0')
  return {
    date: `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`,
    time: `${pad(at.getHours())}:${pad(at.getMinutes())}`,
    at: at.getTime(),
  }
}

/** The button of the menu with everything but Create Poll. */
export const pollMenu = (page: Page) => page.getByRole('button', { name: 'More about polls' })

/** By keyboard, so that focus returns to the button of the menu. */
export async function chooseInPollMenu(page: Page, name: string): Promise<void> {
  await pollMenu(page).press('Enter')
  await page.getByRole('menuitem', { name }).press('Enter')
}

export async function openSchedule(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Schedule Poll', exact: true }).click()
  return page.getByRole('dialog', { name: 'Schedule Poll' })
}

/** Fills and submits the schedule form. Calls `timeOf` last, so that a time in the near future is not yet over. */
export async function schedule(
  page: Page,
  question: string,
  timeOf: () => { date: string; time: string },
): Promise<Locator> {
  const dialog = await openSchedule(page)
  await fillPoll(dialog, question)
  const { date, time } = timeOf()
  await dialog.getByLabel('Schedule date').fill(date)
  await dialog.getByLabel('Schedule time').fill(time)
  await dialog.getByRole('button', { name: 'Schedule Poll' }).click()
  return dialog
}
