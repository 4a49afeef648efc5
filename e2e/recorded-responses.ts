import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { BrowserContext, Page, Route } from '@playwright/test'

/** Responses of the server that were recorded for e2e/screenshots.spec.ts. */
interface Recording {
  /** The time that the pages show. */
  at: string
  /** The version of the browser that drew the pictures. */
  browser: string
  /** By path. */
  responses: Record<string, unknown>
}

const file = new URL('screenshots/responses.json', import.meta.url)
const isRecording = process.env['RECORD_REPLIES'] === 'true'
const demoAccount = { username: 'demo@wtpu.example', password: 'citizen-demo' }
/** The id of the demo account, and a time when nobody runs this. */
const claims = { user_id: 1, exp: 4_102_444_800 }

function readRecording(): Recording {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  return { at: new Date().toISOString(), browser: '', responses: {} }
}

/** Signs the demo account in. A recording needs a real token, a replay only one that the page can read. */
export async function signInToReplay(context: BrowserContext): Promise<void> {
  const readable = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`
  const response = isRecording ? await context.request.post('/auth/api/token/', { data: demoAccount }) : undefined
  const tokens: { access: string; refresh: string } = (await response?.json()) ?? {
    access: readable,
    refresh: readable,
  }
  await context.addInitScript(({ access, refresh }) => {
    localStorage.setItem('access', access)
    localStorage.setItem('refresh', refresh)
    sessionStorage.setItem('confirm_banner_dismissed', 'true')
  }, tokens)
}

/** Answers all calls of the page from the recording. With RECORD_REPLIES, sends them to the server and records them. */
export async function replay(page: Page): Promise<{ sameBrowser: boolean }> {
  const recording = readRecording()
  const version = page.context().browser()?.version() ?? ''
  await page.clock.setFixedTime(recording.at)
  await page.route(/\/api\//, (route) => (isRecording ? record(route, version) : answer(route, recording)))
  await page.route(/\/api\/live\//, (route) => route.abort())
  // Uploaded pictures have other names in each database.
  await page.route('**/media/**', (route) => route.fulfill({ contentType: 'image/svg+xml', body: picture }))
  return { sameBrowser: version === recording.browser }
}

/** Waits for the calls that are still running, which the recording needs. */
export async function finishRecording(page: Page): Promise<void> {
  if (isRecording) await page.waitForLoadState('networkidle')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="400"><rect width="600" height="400" fill="#8aa"/></svg>'

const pathOf = (route: Route) => {
  const { pathname, search } = new URL(route.request().url())
  return pathname + search
}

async function record(route: Route, browser: string): Promise<void> {
  const response = await route.fetch()
  const body: unknown = await response.json()
  // Without a wait in between, so that no call of the same time is lost.
  const recording = readRecording()
  recording.responses[pathOf(route)] = body
  writeFileSync(file, `${JSON.stringify({ ...recording, browser }, null, 1)}\n`)
  await route.fulfill({ response })
}

/** A call that was not recorded is never answered, and the picture shows that. */
async function answer(route: Route, { responses }: Recording): Promise<void> {
  const response = responses[pathOf(route)]
  if (response !== undefined) await route.fulfill({ json: response })
}
