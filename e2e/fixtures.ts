import { test as base, type Browser, type BrowserContext, type Page } from '@playwright/test'

let count = 0
/** For names that nothing else in this run uses: each worker is a process of its own. */
export const uniqueNumber = () => `${process.pid}x${count++}`

/** Registration data that is unique in this run. */
export function newPerson() {
  const number = uniqueNumber()
  return {
    first_name: 'Casey',
    last_name: 'Walker',
    email: `casey.${number}@wtpu.example`,
    password: 'a long walk',
    state: 'New York',
  }
}

/** Marks the site gate as passed, as for a returning visitor. */
export async function passGate(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => localStorage.setItem('wtpu-authenticated', 'true'))
}

/** Registers a new account and signs it in on every page of the context. */
export async function signInAsNewUser(
  context: BrowserContext,
  baseURL: string,
  as: { last_name?: string; email?: string } = {},
) {
  const person = { ...newPerson(), ...as }
  const { email, password, ...names } = person
  const registered = await context.request.post(`${baseURL}/auth/api/register/`, {
    data: { ...names, email, password, confirm_password: password },
    headers: { 'x-forwarded-for': randomIpAddress() },
  })
  if (!registered.ok()) throw new Error(`sign-up: ${registered.status()} ${await registered.text()}`)
  const reply = await context.request.post(`${baseURL}/auth/api/token/`, {
    data: { username: email, password },
    headers: { 'x-forwarded-for': randomIpAddress() },
  })
  const tokens: { access: string; refresh: string } = await reply.json()
  await context.addInitScript(({ access, refresh }) => {
    // Only once per context, so that a later sign-out is not undone.
    if (sessionStorage.getItem('e2e-signed-in')) return
    sessionStorage.setItem('e2e-signed-in', 'true')
    localStorage.setItem('access', access)
    localStorage.setItem('refresh', refresh)
    // Tests of the confirmation banner register with the form instead (signUpByForm).
    sessionStorage.setItem('confirm_banner_dismissed', 'true')
  }, tokens)
  return person
}

/** Gives each test its own rate limits: the server under test trusts X-Forwarded-For. */
export function randomIpAddress(): string {
  const part = () => Math.floor(Math.random() * 250) + 1
  return `10.${part()}.${part()}.${part()}`
}

/** A separate browser context, for another user or another device, that has passed the site gate. */
export async function newBrowserContext(browser: Browser, baseURL: string): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL, extraHTTPHeaders: { 'x-forwarded-for': randomIpAddress() } })
  await passGate(context)
  return context
}

/** Delays requests for `url` until the returned function is called. */
export async function delayRequests(page: Page, url: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(url, async (route) => {
    await released
    await route.continue()
  })
  return release
}

interface Fixtures {
  /** A page that has passed the site gate, signed out. */
  visitor: Page
  /** A page that has passed the site gate, signed in with a new account. */
  citizen: Page
}

export const test = base.extend<Fixtures>({
  context: async ({ context }, use) => {
    await context.setExtraHTTPHeaders({ 'x-forwarded-for': randomIpAddress() })
    await use(context)
  },
  visitor: async ({ context }, use) => {
    await passGate(context)
    await use(await context.newPage())
  },
  citizen: async ({ context, baseURL }, use) => {
    await passGate(context)
    await signInAsNewUser(context, baseURL ?? '')
    await use(await context.newPage())
  },
})

export { expect } from '@playwright/test'
