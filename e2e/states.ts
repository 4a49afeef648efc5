import type { Page, Route } from '@playwright/test'
import { expect } from './fixtures.ts'

/** The calls of the screens, without the stream of invalidations and the tokens. */
const isCall = ({ pathname }: URL) => /^\/(auth\/)?api\//.test(pathname) && !/\/(live|token)\//.test(pathname)

const fail = (route: Route) => route.fulfill({ status: 500, json: { code: 'internal', detail: '' } })

async function answerWithoutRows(route: Route): Promise<void> {
  const response = await route.fetch()
  const body: unknown = response.ok() ? await response.json() : undefined
  await route.fulfill({ response, json: withoutRows(body) })
}

/** The response of a list that has no rows. Other responses stay as they are. */
function withoutRows(body: unknown): unknown {
  if (Array.isArray(body)) return []
  const isPage = typeof body === 'object' && body !== null && 'results' in body && Array.isArray(body.results)
  return isPage ? { ...body, results: [], count: 0, next: null } : body
}

/**
 * Opens a page that loads data, and calls `check` while it loads, after its calls have failed, and when a second try has
 * found nothing.
 */
export async function visitStates(
  page: Page,
  path: string,
  check: (state: 'loading' | 'error' | 'empty') => Promise<void>,
): Promise<void> {
  const held: Route[] = []
  let answer: (route: Route) => Promise<void> | void = (route) => void held.push(route)
  await page.route(isCall, (route) => answer(route))
  const main = page.getByRole('main')
  const loading = main.locator('[aria-busy="true"]').or(main.getByText('Searching...'))
  const tryAgain = main.getByRole('button', { name: 'Try Again' })

  await page.goto(path)
  await expect(loading.first()).toBeVisible()
  await check('loading')

  answer = fail
  await Promise.all(held.map(fail))
  await expect(tryAgain.first()).toBeVisible()
  await expect(loading).toHaveCount(0)
  await check('error')

  answer = answerWithoutRows
  // Each part of the page has a button of its own.
  await expect(async () => {
    for (const button of await tryAgain.all()) await button.click({ timeout: 1_000 })
    await expect(tryAgain.or(loading)).toHaveCount(0, { timeout: 1_000 })
  }).toPass()
  await check('empty')
}
