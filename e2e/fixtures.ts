import { expect, test as base, type BrowserContext, type Page } from '@playwright/test'

/** The number of this process. No two processes of a run share it. */
const worker = Number(process.env['TEST_WORKER_INDEX'] ?? 0)
let numbers = 0
let addresses = 0

/** For names that nothing else in this run uses. All are equally long, so that none is the beginning of another. */
export const uniqueNumber = () => `${String(worker).padStart(3, '0')}x${String(numbers++).padStart(4, '0')}`

/** Gives each browser context its own rate limits: the server under test trusts X-Forwarded-For. */
export function newIpAddress(): string {
  const address = addresses++
  return `10.${worker % 256}.${address >> 8}.${address % 256}`
}

/** Registration data that is unique in this run. */
export function newUser() {
  const number = uniqueNumber()
  return {
    first_name: 'Casey',
    last_name: 'Walker',
    email: `casey.${number}@outlook.com`,
    password: 'a long walk',
    state: 'New York',
  }
}

/** Marks the site gate as passed, as for a returning visitor. Pages that are opened without options wait for the app. */
export async function passGate(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => localStorage.setItem('wtpu-authenticated', 'true'))
  context.on('page', waitForApp)
}

/** Nothing works in what a page shows before the app is there, which no key or file of a test waits for. */
function waitForApp(page: Page): void {
  const isThere = () => page.locator('#first').waitFor({ state: 'detached' })
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    if (!options) await isThere()
    return response
  }
  page.reload = async (options) => {
    const response = await reload(options)
    if (!options) await isThere()
    return response
  }
}

const accessTokens = new WeakMap<BrowserContext, string>()

/** Registers a new account and signs it in on every page of the context. */
export async function signInAsNewUser(
  context: BrowserContext,
  baseURL: string,
  as: { last_name?: string; email?: string } = {},
) {
  const user = { ...newUser(), ...as }
  const { email, password, ...names } = user
  const registered = await context.request.post(`${baseURL}/auth/api/register/`, {
    data: { ...names, email, password, confirm_password: password, sign_in: true },
    headers: { 'x-forwarded-for': newIpAddress() },
  })
  if (!registered.ok()) throw new Error(`sign-up: ${registered.status()} ${await registered.text()}`)
  const tokens: { access: string; refresh: string } = await registered.json()
  accessTokens.set(context, tokens.access)
  await context.addInitScript(({ access, refresh }) => {
    // Only once per tab, so that a later sign-out is not undone.
    if (sessionStorage.getItem('e2e-signed-in')) return
    sessionStorage.setItem('e2e-signed-in', 'true')
    localStorage.setItem('access', access)
    localStorage.setItem('refresh', refresh)
    // Tests of the confirmation banner register with the form instead (signUpByForm).
    sessionStorage.setItem('confirm_banner_dismissed', 'true')
  }, tokens)
  return user
}

interface Created {
  id: number
}

/** The header of calls that a test sends as the member whose page this is. */
export const authorization = (page: Page) => ({ authorization: `Bearer ${accessTokens.get(page.context())}` })

/** Sends a call as the member whose page this is, whatever the page shows. */
export async function send<Reply = Created>(page: Page, path: string, data: object, method = 'POST'): Promise<Reply> {
  const response = await page.request.fetch(path, { method, data, headers: authorization(page) })
  expect(response.ok(), await response.text()).toBe(true)
  return response.json()
}

/**
 * Delays requests for `url` until the returned function is called. They are sent to the server then, even if another route
 * would answer them.
 */
export async function delayRequests(page: Page, url: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(url, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Routes that still hold a request would fail when their page closes, and the test with them. */
async function removeRoutes(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.unrouteAll({ behavior: 'ignoreErrors' })
}

/** Removes the limits after which the page goes on without an answer. A busy machine may need longer. */
export const removeTimeouts = (page: Page) =>
  page.addInitScript(() => {
    AbortSignal.timeout = () => new AbortController().signal
  })

/** Lets a test use the page of the test before it, so that the browser has cached the scripts. */
async function reuse(page: Page, use: (page: Page) => Promise<void>): Promise<void> {
  const viewport = page.viewportSize()
  await page.context().setExtraHTTPHeaders({ 'x-forwarded-for': newIpAddress() })
  await use(page)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.removeAllListeners(undefined, { behavior: 'ignoreErrors' })
  if (viewport) await page.setViewportSize(viewport)
}

interface WorkerFixtures {
  /** The page behind `reader`. */
  readerOfWorker: Page
  /** The page behind `memberReader`. */
  memberReaderOfWorker: Page
}

interface Fixtures {
  /** As `visitor`, for tests that only look: all those of a process have the same page. */
  reader: Page
  /** As `citizen`, for tests that only look: all those of a process have the same page and account. */
  memberReader: Page
  /** A page that has passed the site gate, signed out. */
  visitor: Page
  /** A page that has passed the site gate, signed in with a new account. */
  citizen: Page
  /** Opens a separate browser, for another user or another device, that has passed the site gate. */
  newContext: () => Promise<BrowserContext>
  /** Opens a page in a separate browser, signed in with another new account. */
  newMember: (as?: { last_name?: string; email?: string }) => Promise<Page>
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  readerOfWorker: [
    async ({ browser }, use, { project }) => {
      const context = await browser.newContext(project.use)
      await passGate(context)
      await use(await context.newPage())
      await context.close()
    },
    { scope: 'worker' },
  ],
  memberReaderOfWorker: [
    async ({ browser }, use, { project }) => {
      const context = await browser.newContext(project.use)
      await passGate(context)
      await signInAsNewUser(context, project.use.baseURL ?? '')
      await use(await context.newPage())
      await context.close()
    },
    { scope: 'worker' },
  ],
  reader: ({ readerOfWorker }, use) => reuse(readerOfWorker, use),
  memberReader: ({ memberReaderOfWorker }, use) => reuse(memberReaderOfWorker, use),
  context: async ({ context }, use) => {
    await context.setExtraHTTPHeaders({ 'x-forwarded-for': newIpAddress() })
    await use(context)
    await removeRoutes(context)
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
  newContext: async ({ browser, baseURL }, use) => {
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({ baseURL, extraHTTPHeaders: { 'x-forwarded-for': newIpAddress() } })
      contexts.push(context)
      await passGate(context)
      return context
    })
    for (const context of contexts) {
      await removeRoutes(context)
      await context.close()
    }
  },
  newMember: async ({ newContext, baseURL }, use) => {
    await use(async (as) => {
      const context = await newContext()
      await signInAsNewUser(context, baseURL ?? '', as)
      return context.newPage()
    })
  },
})

export { expect }
