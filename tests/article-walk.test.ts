import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import type { Browser, BrowserContextOptions, Frame, Page } from '@playwright/test'
import { getPoll, type Poll } from '@wtpu/contract/polls/polls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishInvalidation } from '#server/live/publish.ts'
import { webFolder } from '#server/site/pages.ts'
import { startMailbox } from '#server/testing/mailbox.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { expectNoHorizontalScroll, expectNoViolations } from '../e2e/screen.ts'
import { freePort } from './processes.ts'
import { launchChromium } from '../scripts/chromium.ts'

let t: TestApp
let mailbox: Awaited<ReturnType<typeof startMailbox>>
let browser: Browser
let site = ''
let article: Awaited<ReturnType<typeof startArticle>>
let readers = 0

beforeAll(async () => {
  mailbox = await startMailbox()
  const port = await freePort()
  // The poll is on another site than the article, which is on `localhost`.
  site = `http://127.0.0.1:${port}`
  t = await startTestApp({ smtpUrl: mailbox.url, publicUrl: site, trustedProxies: 1 }, webFolder)
  await t.app.listen({ port, host: '127.0.0.1' })
  article = await startArticle()
  browser = await launchChromium()
})
afterAll(async () => {
  await browser.close()
  article.close()
  await t[Symbol.asyncDispose]()
  await mailbox[Symbol.asyncDispose]()
})

/** Says whether a frame of its site can keep a cookie. */
const control = `<title>Control</title><script>
  document.cookie = 'kept=1; SameSite=None; Secure'
  document.title = document.cookie || 'nothing'
</script>`

/** A page of another site, whose policy allows nothing but the frame of the poll. */
async function startArticle() {
  const server = createServer(({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const [frame, sandbox] = [searchParams.get('frame'), searchParams.get('sandbox')]
    response.setHeader('cross-origin-embedder-policy', 'require-corp')
    response.setHeader('cross-origin-resource-policy', 'cross-origin')
    response.setHeader('content-type', 'text/html')
    if (pathname === '/control') return response.end(control)
    if (frame === null) return response.writeHead(404).end()
    response.setHeader('content-security-policy', `default-src 'none'; frame-src ${new URL(frame).origin}`)
    response.setHeader('cross-origin-opener-policy', 'same-origin')
    return response.end(`<!doctype html><title>Article</title><h1>Article</h1><p><a href="#end">A link</a></p>
      <iframe src="${frame}" title="Poll" width="358" height="700"${sandbox === null ? '' : ` sandbox="${sandbox}"`}></iframe>`)
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens on a port, not on a pipe
  const { port } = server.address() as AddressInfo
  return {
    /** The address of an article with this frame. */
    with: (frame: string, sandbox?: string) =>
      `http://localhost:${port}/?${new URLSearchParams({ frame, ...(sandbox !== undefined && { sandbox }) }).toString()}`,
    control: `http://127.0.0.1:${port}/control`,
    close: () => server.close(),
  }
}

/** Blocks cookies of other sites, as some people do. */
const blocked = {
  enableThirdPartyCookieRestriction: true,
  disableThirdPartyCookieMetadata: true,
  disableThirdPartyCookieHeuristics: true,
}

async function open(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    extraHTTPHeaders: { 'x-forwarded-for': `10.3.0.${readers++}` },
    ...options,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCookieControls', blocked)
  return page
}

const frameOf = async (page: Page): Promise<Frame> => {
  await expect.poll(() => page.frames().length).toBe(2)
  return page.frames()[1]!
}

/** Presses Tab until the focus is on what the selector names. */
async function tabTo(page: Page, frame: Frame, selector: string): Promise<void> {
  for (let pressed = 0; pressed < 12; pressed++) {
    await page.keyboard.press('Tab')
    const isThere = (sought: string) => document.hasFocus() && document.activeElement?.matches(sought)
    if (await frame.evaluate(isThere, selector)) return
  }
  throw new Error(`The focus does not reach ${selector}`)
}

const chosen = (frame: Frame) => frame.locator('label:has(input[type=radio]:checked) span').first().textContent()

/** What has the focus: the text of the heading, or of the field. */
const focused = (frame: Frame) =>
  frame.evaluate(() => {
    const { activeElement: one } = document
    return one instanceof HTMLInputElement ? one.value : one?.textContent
  })

const tokensTo = (email: string) =>
  mailbox.mails.flatMap(({ to, text }) =>
    to?.[0]?.address === email ? (/\/answer(#[\w-]+)/.exec(text ?? '')?.[1] ?? []) : [],
  )

const votesOf = async (poll: { id: number }) => {
  publishInvalidation(t.db, '/api/polls/')
  return (await t.call(getPoll, { params: poll })).json<Poll>().options.map(({ vote_count: votes }) => votes)
}

test('the browser of this test keeps no cookie of a frame of another site', async () => {
  const page = await open()
  await page.goto(article.with(article.control))
  const frame = await frameOf(page)
  await expect.poll(() => frame.title()).toBe('nothing')
  await page.goto(article.control)
  expect(await page.title()).toBe('kept=1')
  await page.context().close()
})

test.each<[string, boolean, string?]>([
  ['with scripts', true],
  ['without scripts', false],
  ['in a sandbox that allows scripts and forms', true, 'allow-scripts allow-forms'],
  ['in a sandbox that allows forms alone', false, 'allow-forms'],
])('a reader of an article answers by keyboard %s', async (_, hasScripts, sandbox) => {
  const poll = await t.make.poll({ question: 'More trees?', options: ['Yes', 'No'] })
  const email = `reader${readers}@mail.example`
  const page = await open({ javaScriptEnabled: hasScripts || sandbox !== undefined })
  const problems: string[] = []
  page.on('console', (message) => void (/Security Policy/.test(message.text()) && problems.push(message.text())))
  await page.goto(article.with(`${site}/embed/polls/${poll.id}`, sandbox))
  const frame = await frameOf(page)
  await frame.getByRole('button', { name: 'Answer' }).waitFor()
  await page.getByRole('link', { name: 'A link' }).focus()

  // What is missing, or wrong, is said where it is, and what was typed stays.
  await tabTo(page, frame, 'input[type=radio]')
  await page.keyboard.press('ArrowDown')
  expect(await chosen(frame)).toBe('No')
  await tabTo(page, frame, '#email')
  await page.keyboard.type('reader@mail')
  await page.keyboard.press('Enter')
  const problem = frame.locator('#problem')
  await problem.waitFor()
  expect(await problem.textContent()).toBe('Enter a valid email address.')
  if (hasScripts) await expect.poll(() => focused(frame)).toBe('reader@mail')
  expect(await frame.locator('#email').inputValue()).toBe('reader@mail')
  expect(await chosen(frame)).toBe('No')
  await page.getByRole('link', { name: 'A link' }).focus()
  await tabTo(page, frame, '#email')
  await page.keyboard.press('Control+a')
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  await frame.getByRole('status').getByText(email).waitFor()
  if (hasScripts) await expect.poll(() => focused(frame)).toBe('Look into your mail')
  expect(await votesOf(poll)).toEqual([0, 0])

  await expect.poll(() => tokensTo(email), { timeout: 40_000 }).toHaveLength(1)
  const mail = await open()
  await mail.goto(`${site}/answer${tokensTo(email)[0]}`)
  await mail.getByRole('button', { name: 'Count My Answer' }).press('Enter')
  await mail.getByText('Your answer was counted').waitFor()
  expect(await votesOf(poll)).toEqual([0, 1])
  // Nothing was kept in the browser for the site.
  expect((await page.context().cookies()).filter(({ domain }) => domain.includes('127.0.0.1'))).toEqual([])
  expect(problems).toEqual([])
  await Promise.all([page, mail].map((one) => one.context().close()))
})

test('what stands in an article has no violations, at the widths of its column', async () => {
  const poll = await t.make.poll({ question: 'More trees, and who pays for them in the next ten years?' })
  const page = await open()
  await page.goto(`${site}/embed/polls/${poll.id}`)
  const check = async () => {
    await expectNoViolations(page)
    for (const width of [320, 390, 768]) await expectNoHorizontalScroll(page, width)
  }
  await check()
  await page.locator('input[type=radio]').first().check()
  await page.locator('#email').fill('reader@mail')
  await page.getByRole('button', { name: 'Answer' }).press('Enter')
  await page.getByRole('alert').waitFor()
  await check()
  await page.locator('#email').fill('last@mail.example')
  await page.getByRole('button', { name: 'Answer' }).press('Enter')
  await page.getByRole('status').waitFor()
  await check()
  await page.goto(`${site}/embed/polls/4711`)
  expect(await page.title()).toContain('not available')
  await check()
  await page.context().close()
})
