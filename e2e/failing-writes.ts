import type { Locator, Page, Route } from '@playwright/test'
import { expect } from './fixtures.ts'
import { staleTexts, translate } from './translator.ts'

/** How a write can fail. */
type Failure = 'broken' | 'offline' | 'limited'

export const unreachable = 'The server could not be reached. Check your connection and try again.'
export const serverError = 'Something went wrong on our side. Please try again.'
export const tooMany = 'Too many attempts. Please try again later.'

const answers: Record<Failure, (route: Route) => Promise<void>> = {
  broken: (route) => route.fulfill({ status: 500, json: { code: 'internal', detail: '' } }),
  offline: (route) => route.abort('internetdisconnected'),
  limited: (route) =>
    route.fulfill({
      status: 429,
      headers: { 'Retry-After': '30' },
      json: { code: 'too_many_attempts', detail: tooMany, error: tooMany, message: tooMany },
    }),
}

/** A form that is filled in, or a button, on an open page. */
export interface Prepared {
  /** Has the same name while it sends. */
  button: Locator
  /** What the page says after each failure. Undefined: by design, nothing. */
  says: Partial<Record<Failure, string | RegExp | undefined>>
  /** Nothing that was typed or chosen is lost. */
  kept: () => Promise<void>
  /** Closes the message, if it must be closed before the next try. */
  dismiss?: () => Promise<void>
  /** The page shows that the write succeeded. */
  done: () => Promise<void>
  /** How many rows the server has stored. */
  rows?: () => Promise<number>
}

export interface Write {
  name: string
  access?: 'public'
  method?: string
  /** The end of the path of its call. */
  call: RegExp
  /** Its button leaves the page and comes back to a new document, in which nothing has the focus yet. */
  opensPage?: boolean
  /** Shows its progress above its button. */
  movesButton?: boolean
  /** A second press takes the first one back. */
  toggles?: boolean
  prepare: (page: Page, user: { email: string; password: string }, newMember: () => Promise<Page>) => Promise<Prepared>
}

/** A toast of an earlier failure, which the next one must not be mistaken for. */
const markOldToasts = (page: Page) =>
  page.evaluate(() => {
    for (const toast of document.querySelectorAll('li[data-state]')) toast.setAttribute('data-old', '')
  })
const notOld = ':not([data-old], [data-old] *)'

/**
 * Fails the call in each way, then presses the button twice while a slow server answers. Nothing may be lost or sent twice,
 * and the last try, which reaches the server, must store one row. The browser translates the page meanwhile.
 */
export async function expectToSurviveFailures(
  page: Page,
  write: Omit<Write, 'prepare'>,
  prepared: Prepared,
): Promise<void> {
  const { button, says, kept, dismiss, done, rows } = prepared
  await translate(page)
  let requests = 0
  let answer = answers.broken
  await page.route(
    ({ pathname }) => write.call.test(pathname),
    (route) => {
      if (route.request().method() !== (write.method ?? 'POST')) return route.fallback()
      requests++
      return answer(route)
    },
  )
  for (const [failure, text] of Object.entries(says)) {
    answer = answers[failure as Failure]
    requests = 0
    await markOldToasts(page)
    await button.click()
    if (text !== undefined)
      await expect(page.getByText(text, { exact: true }).and(page.locator(notOld)).first(), failure).toBeVisible()
    await kept()
    await expect.poll(() => requests, failure).toBe(1)
    if (!write.opensPage)
      await expect.poll(() => page.evaluate(() => document.activeElement !== document.body), failure).toBe(true)
    await dismiss?.()
  }

  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  answer = async (route) => {
    await released
    await route.continue()
  }
  requests = 0
  await button.scrollIntoViewIfNeeded()
  const before = await button.boundingBox()
  await (write.toggles ? button.click() : button.dblclick())
  await expect.poll(() => requests).toBe(1)
  // Otherwise the second click of a double click would hit something else. Some buttons are replaced, or close with their menu.
  if (!write.movesButton && !write.opensPage && before && (await button.isVisible())) {
    const after = await button.boundingBox()
    expect(Math.abs((after?.y ?? before.y) - before.y), 'the button keeps its place').toBeLessThan(4)
  }
  release()
  await done()
  if (!write.opensPage) await expect.poll(() => staleTexts(page)).toEqual([])
  expect(requests).toBe(1)
  // Some buttons show the success before the server has replied.
  if (rows) await expect.poll(rows).toBe(1)
}
