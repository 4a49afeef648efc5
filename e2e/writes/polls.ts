import type { Locator, Page } from '@playwright/test'
import { tooMany, unreachable, type Write } from '../failing-writes.ts'
import { authorization, expect, send } from '../fixtures.ts'
import { card, createPoll, fillPoll, localTimeIn, newQuestion, openCreate, openSchedule } from '../polls.ts'
import { waitForContent } from '../screen.ts'

async function expectPoll(dialog: Locator, question: string): Promise<void> {
  await expect(dialog.getByLabel('Question')).toHaveValue(question)
  await expect(dialog.getByLabel('Option 1')).toHaveValue('Plant trees')
  await expect(dialog.getByLabel('Option 2')).toHaveValue('Lay rails')
  await expect(dialog.getByLabel('Category').locator('option:checked')).toHaveText('Environment')
}

const says = { broken: 'Unknown error', offline: unreachable, limited: tooMany }

/** How many polls with a question there are, or that the viewer has scheduled. */
async function countPolls(page: Page, path: string, question: string): Promise<number> {
  const response = await page.request.get(path, { headers: authorization(page) })
  const body: { results: { question: string }[] } | { question: string }[] = await response.json()
  return ('results' in body ? body.results : body).filter((poll) => poll.question === question).length
}

async function fillSchedule(page: Page, question: string): Promise<Locator> {
  const dialog = await openSchedule(page)
  await fillPoll(dialog, question)
  await dialog.getByLabel('Schedule date').fill(localTimeIn(48 * 60).date)
  await dialog.getByLabel('Schedule time').fill('12:30')
  return dialog
}

export const pollWrites: Write[] = [
  {
    name: 'a new poll',
    call: /\/api\/polls\/$/,
    prepare: async (page) => {
      await page.goto('/polls')
      await waitForContent(page)
      const dialog = await openCreate(page)
      const question = newQuestion('Where do the buses stop')
      await fillPoll(dialog, question)
      return {
        button: dialog.getByRole('button', { name: /^Creat(e Poll|ing)/ }),
        says,
        kept: () => expectPoll(dialog, question),
        done: () => expect(card(page, question)).toBeFocused(),
        rows: () => countPolls(page, `/api/polls/?q=${encodeURIComponent(question)}&limit=20`, question),
      }
    },
  },
  {
    name: 'a scheduled poll',
    call: /\/api\/polls\/$/,
    prepare: async (page) => {
      await page.goto('/polls')
      await waitForContent(page)
      const question = newQuestion('When do the buses run')
      const dialog = await fillSchedule(page, question)
      return {
        button: dialog.getByRole('button', { name: /^Schedul(e Poll|ing)/ }),
        says,
        kept: async () => {
          await expectPoll(dialog, question)
          await expect(dialog.getByLabel('Schedule time')).toHaveValue('12:30')
        },
        done: () => expect(page.getByText('Poll scheduled!', { exact: true }).first()).toBeVisible(),
        rows: () => countPolls(page, '/api/polls/scheduled/', question),
      }
    },
  },
  {
    name: 'cancelling a scheduled poll',
    method: 'DELETE',
    call: /\/api\/polls\/\d+\/$/,
    prepare: async (page) => {
      const question = newQuestion('Who drives the buses')
      await createPoll(page, {
        question,
        schedule_date: localTimeIn(48 * 60).date,
        schedule_time: '12:30',
        user_timezone: 'UTC',
      })
      await page.goto('/polls')
      await page.getByRole('button', { name: 'Scheduled polls (1)' }).click()
      await page.getByRole('button', { name: `Cancel “${question}”` }).click()
      const dialog = page.getByRole('dialog')
      const serverError = 'Something went wrong on our side. Please try again.'
      return {
        button: dialog.getByRole('button', { name: 'Cancel poll' }),
        says: { broken: serverError, offline: unreachable, limited: tooMany },
        kept: () => expect(dialog).toBeVisible(),
        done: () => expect(page.getByText('Poll cancelled', { exact: true }).first()).toBeVisible(),
      }
    },
  },
  {
    name: 'a vote',
    call: /\/vote\/$/,
    prepare: async (page) => {
      const question = newQuestion('Shall the buses be free')
      const id = await createPoll(page, { question })
      await page.goto(`/polls/${id}`)
      const failed = 'Vote failed. Please try again.'
      return {
        button: card(page, question).getByRole('button', { name: /^Vot.* for Yes$/ }),
        says: { broken: failed, offline: failed, limited: tooMany },
        kept: () => expect(page.getByRole('dialog')).toBeVisible(),
        dismiss: async () => {
          await page.keyboard.press('Escape')
          await expect(page.getByRole('dialog')).toHaveCount(0)
        },
        done: () => expect(card(page, question).getByText('Yours', { exact: true }).first()).toBeVisible(),
        rows: async () => (await send<{ total_votes: number }>(page, `/api/polls/${id}/`, {}, 'GET')).total_votes,
      }
    },
  },
]
