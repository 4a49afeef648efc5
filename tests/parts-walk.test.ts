import { type Browser, type Page } from '@playwright/test'
import { liveUrl } from '@wtpu/contract/live'
import { changeSiteParts, offOf, presets } from '@wtpu/contract/site/on-demand/part-facts'
import { type PartName, partNames } from '@wtpu/contract/site/part-names'
import { site } from '@wtpu/contract/site/name'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedDemo } from '#server/demo/demo.ts'
import { runCommonGround } from '#server/features/common-ground/run.ts'
import { webFolder } from '#server/site/pages.ts'
import { established } from '#server/testing/ago.ts'
import { startTestApp, type TestApp } from '#server/testing/test-app.ts'
import { launchChromium } from '../scripts/chromium.ts'
import { markContent, wordsPattern } from './part-words.ts'

/** Follows all links of a site in the browser, for each kind of site. What the server sends is looked at in parts.test.ts. */

let t: TestApp
let browser: Browser
let version = 0
let networks = 0
let origin = ''

beforeAll(async () => {
  t = await startTestApp({ trustedProxies: 1 }, webFolder)
  await seedDemo(t.db)
  await runCommonGround(t.db)
  await markContent(t.db)
  origin = await t.app.listen({ port: 0, host: '127.0.0.1' })
  browser = await launchChromium()
})

afterAll(async () => {
  await browser.close()
  await t[Symbol.asyncDispose]()
})

async function switchOff(off: readonly PartName[], reading: 'everyone' | 'members' = 'everyone'): Promise<void> {
  const admin = await t.make.user({ role: 'admin', ...established })
  const body = { off: [...off], reading, ratings_closed: null, version, reason: 'We cannot moderate.' }
  const changed = await t.as(admin).call(changeSiteParts, { body })
  expect(changed.statusCode, changed.body).toBe(200)
  ;({ version } = changed.json())
}

async function openPage(viewer?: { id: number }): Promise<Page> {
  const page = await browser.newPage({
    serviceWorkers: 'block',
    extraHTTPHeaders: { 'x-forwarded-for': `10.1.0.${networks++}` },
  })
  page.setDefaultTimeout(60_000)
  const tokens = viewer && (await t.signIn(viewer.id))
  await page.addInitScript((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, String(value))
  }, tokens ?? {})
  return page
}

/** One page of each kind is enough: /polls/1 is like /polls/2. */
const kindOf = (path: string) => path.replaceAll(/\d+/g, '1')

/** What names parts on purpose: the switches, and the public log of what was decided. */
const namesParts = /^\/(admin\/parts|moderation|feeds\/moderation)/

/** Words that mean something else: comments in the forums, and the name of an import. */
const otherMeanings = /^(Posts|Post Comment|Congress and governors)$/

interface Shown {
  texts: string
  links: string[]
  empty: string[]
  isMissing: boolean
}

/** What is on screen, and its sections that have a heading and nothing else. */
function readPage(): Shown {
  const visible = [...document.querySelectorAll<HTMLElement>('section, nav, article')].filter(
    (one) => one.checkVisibility() && !one.closest('.sr-only'),
  )
  const textOf = (element: HTMLElement | null) => element?.innerText.trim() ?? ''
  const labels = [...document.querySelectorAll('[aria-label], [placeholder], [title], [alt]')].flatMap((one) =>
    ['aria-label', 'placeholder', 'title', 'alt'].map((name) => one.getAttribute(name) ?? ''),
  )
  return {
    isMissing: document.querySelector('[data-not-found]') !== null,
    texts: [document.title, document.body.innerText, ...labels].join('\n'),
    links: [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].flatMap(({ href }) => {
      const { origin: of, pathname } = new URL(href)
      return of === location.origin ? [pathname] : []
    }),
    empty: visible.flatMap((one) => {
      const title = textOf(one.querySelector('h1, h2, h3'))
      const isEmpty = title !== '' && textOf(one) === title && !one.querySelector('img, svg, input')
      return isEmpty ? [one.outerHTML.slice(0, 200)] : []
    }),
  }
}

interface Walk {
  viewer?: { id: number }
  off: readonly PartName[]
  from: string
  /** Kinds of pages that another viewer has seen. */
  known?: Iterable<string>
}

/** @returns what is wrong, and the kinds of pages that it has seen. */
async function walk({ viewer, off, from, known = [] }: Walk): Promise<{ problems: Set<string>; seen: Set<string> }> {
  const page = await openPage(viewer)
  const words = wordsPattern(off)
  const problems = new Set<string>()
  const seen = new Set(known)
  const queue = [from]
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (seen.has(kindOf(path))) continue
    seen.add(kindOf(path))
    const isPage = !/^\/(api|feeds|share|embed|media|logo|unsubscribe)\/|\.\w+$/.test(path)
    const response = isPage ? await page.goto(origin + path) : await page.request.get(origin + path)
    if (response?.status() !== 200) problems.add(`${path}: ${response?.status()}`)
    if (!isPage) continue
    await page.locator('#root h1').first().waitFor()
    await page.waitForFunction(() => !document.querySelector('[aria-busy="true"], .animate-pulse'))
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      const { texts, links, empty, isMissing } = await page.evaluate(readPage)
      queue.push(...links)
      for (const problem of [...empty, ...(isMissing ? ['not found'] : [])])
        problems.add(`${path}, ${width} px: ${problem}`)
      for (const line of namesParts.test(path) ? [] : texts.split('\n'))
        if (words.test(line) && !otherMeanings.test(line)) problems.add(`${path}, ${width} px: ${line.slice(0, 200)}`)
    }
  }
  await page.context().close()
  return { problems, seen }
}

/** "Everything" is what all other tests look at. */
test.each(presets.slice(1))('$name: no dead link, no empty section, and no word of what is off', async ({ on }) => {
  const off = offOf(on)
  await switchOff(off)
  const [viewer, admin] = [await t.make.user({ state: 'OH' }), await t.make.user({ role: 'admin' })]
  const [ofVisitor, ofMember] = await Promise.all([walk({ off, from: '/' }), walk({ off, from: '/', viewer })])
  const ofAdmin = await walk({ off, from: '/admin', viewer: admin, known: ofMember.seen })
  expect([ofVisitor, ofMember, ofAdmin].map(({ problems }) => [...problems])).toEqual([[], [], []])
  expect(ofAdmin.seen.size).toBeGreaterThan(25)
})

test('the address of a part that is off says so, and loads nothing of it', async () => {
  const scriptsOf = async (path: string) => {
    const page = await openPage()
    const [scripts, calls] = [new Set<string>(), new Set<string>()]
    page.on('request', (request) => {
      const { pathname } = new URL(request.url())
      if (request.resourceType() === 'script') scripts.add(pathname)
      // A page that was opened just after a switch reads the switches again.
      if (pathname.startsWith('/api/') && pathname !== '/api/site/parts/') calls.add(pathname)
    })
    const response = await page.goto(origin + path)
    await page.waitForLoadState('networkidle')
    const text = await page.locator('main').innerText()
    const robots = await page.locator('meta[name="robots"]').getAttribute('content')
    await page.context().close()
    return { status: response?.status(), robots, text, scripts, calls }
  }
  await switchOff(partNames)
  const unknown = await scriptsOf('/nowhere/at-all')
  expect(unknown.text).toContain('This page does not exist.')
  for (const path of [
    '/forums/1',
    '/boiler-room?post=1',
    '/politicians/1',
    '/user/1',
    '/roll-calls/1',
    '/common-ground',
    '/answer',
  ]) {
    const { text, ...rest } = await scriptsOf(path)
    expect(text, path).toContain(`This part of ${site.name} is switched off.`)
    expect(rest).toEqual({ status: 404, robots: unknown.robots, scripts: unknown.scripts, calls: unknown.calls })
  }
  expect(unknown.robots).toBe('noindex')
})

test('pages that are open follow a switch, and keep what is typed until another page is opened', async () => {
  await switchOff([])
  const member = await t.make.user(established)
  const [visitor, reader, writer] = [await openPage(), await openPage(member), await openPage(member)]
  const forumsOf = (page: Page) => page.getByRole('navigation').getByRole('link', { name: 'Forums', exact: true })
  const pages = [
    [visitor, '/'],
    [reader, '/polls'],
    [writer, '/boiler-room'],
  ] as const
  const streams = pages.map(([page]) => page.waitForResponse(`${origin}${liveUrl}`))
  for (const [page, path] of pages) await page.goto(origin + path)
  await Promise.all([...streams, ...pages.map(([page]) => forumsOf(page).first().waitFor())])
  const text = writer.getByRole('textbox', { name: 'Write a post' })
  await text.fill('A thought')
  await switchOff(['forums'])
  await visitor.getByText('The site has changed', { exact: true }).waitFor()
  await forumsOf(visitor).first().waitFor({ state: 'detached' })
  await forumsOf(reader).first().waitFor({ state: 'detached' })

  await writer.getByText(`Parts of ${site.name} have changed.`).waitFor()
  expect(await text.inputValue()).toBe('A thought')
  await writer.getByRole('navigation').getByRole('link', { name: 'Polls', exact: true }).first().press('Enter')
  await forumsOf(writer).first().waitFor({ state: 'detached' })

  await switchOff([], 'members')
  await visitor.getByRole('heading', { level: 1, name: 'Welcome Back' }).waitFor()
  await forumsOf(reader).first().waitFor()
  for (const [page] of pages) await page.context().close()
})

test('a site for members only shows visitors the sign-in alone, leads back, and shows nothing after the sign-out', async () => {
  await switchOff([], 'members')
  const password = 'a river at night'
  const { email } = await t.make.user({ email: 'member@mail.example', password, ...established })
  const { rows } = await t.db.execute<{ said: string }>(sql`(select name as said from politicians order by id limit 30)
    union all (select question from polls order by id limit 30) union all (select title from discussions limit 30)`)
  const page = await openPage()
  const expectSignIn = async () => {
    await page.getByRole('heading', { level: 1, name: 'Welcome Back' }).waitFor()
    const html = await page.content()
    expect(rows.filter(({ said }) => html.includes(said))).toEqual([])
  }
  for (const path of ['/', '/polls', '/results/1', '/forums/1', '/boiler-room', '/common-ground', '/politicians/1']) {
    await page.goto(origin + path)
    await expectSignIn()
  }
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).press('Enter')
  await page.waitForURL('**/politicians/1')
  await page.getByRole('heading', { level: 1, name: rows[0]?.said ?? '' }).waitFor()

  await page.goto(`${origin}/profile-settings`)
  await page.getByRole('main').getByRole('button', { name: 'Sign Out', exact: true }).press('Enter')
  await expectSignIn()
  await page.goBack()
  await expectSignIn()
  await page.context().close()
})
