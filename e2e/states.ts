import type { Page, Route } from '@playwright/test'
import { expect } from './fixtures.ts'

/** The states of a screen that loads data. */
export const states = ['loading', 'empty', 'error'] as const
type State = (typeof states)[number]

/** The calls of the screens, without the stream of invalidations and the tokens. */
const isCall = ({ pathname }: URL) => /^\/(auth\/)?api\//.test(pathname) && !/\/(live|token)\//.test(pathname)

/** What the server answers in each state. */
const answers: Record<State, (route: Route) => Promise<void> | void> = {
  // Never answered: the request ends when the page is left.
  loading: () => {},
  error: (route) => route.fulfill({ status: 500, json: { code: 'internal', detail: '' } }),
  empty: async (route) => {
    const response = await route.fetch()
    const body: unknown = response.ok() ? await response.json() : undefined
    await route.fulfill({ response, json: withoutRows(body) })
  },
}

/** The response of a list that has no rows. Other responses stay as they are. */
function withoutRows(body: unknown): unknown {
  if (Array.isArray(body)) return []
  const isPage = typeof body === 'object' && body !== null && 'results' in body && Array.isArray(body.results)
  return isPage ? { ...body, results: [], count: 0, next: null } : body
}

/** Opens a page whose calls all end in the same way, and waits until it shows that. */
export async function openInState(page: Page, path: string, state: State): Promise<void> {
  await page.route(isCall, answers[state])
  await page.goto(path)
  const main = page.getByRole('main')
  const loading = main.locator('[aria-busy="true"]').or(main.getByText('Searching...'))
  if (state === 'loading') await expect(loading.first()).toBeVisible()
  else {
    await expect(page.locator('h1')).toBeVisible()
    await expect(loading).toHaveCount(0)
  }
  if (state === 'error') await expect(main.getByRole('button', { name: 'Try Again' }).first()).toBeVisible()
}

/** Lets calls reach the server again. Requests of the page that are still held are dropped. */
export async function leaveState(page: Page): Promise<void> {
  await page.goto('about:blank')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}
