import { pages } from '@wtpu/contract/site/on-demand/pages'
import type { APIRequestContext, Page } from '@playwright/test'
import { HtmlValidate } from 'html-validate'
import { addressesOf, forVisitors } from './addresses.ts'
import { openSteadily } from './first-load.ts'
import { authorization, expect, test } from './fixtures.ts'
import { brokenLinks, type RenderedPages } from './links.ts'
import { nuChecker, nuMessages } from './nu-checker.ts'
import { readShares, showShares } from './shares.ts'
import { readTitles } from './titles.ts'

/** The rules of the HTML standard. Disabled rules are about style, or are already checked by axe. */
const validator = new HtmlValidate({
  extends: ['html-validate:standard'],
  rules: {
    'long-title': 'off',
    'void-style': 'off',
    'no-inline-style': 'off',
    'no-trailing-whitespace': 'off',
    'attribute-boolean-style': 'off',
    'attribute-empty-style': 'off',
    'doctype-style': 'off',
    'no-implicit-button-type': 'off',
    'prefer-native-element': 'off',
    'tel-non-breaking': 'off',
    'valid-id': ['error', { relaxed: true }],
  },
})

async function validationErrors(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector ?? 'page'})`),
  )
}

/** Opens each route, which loads steadily, compares its title, reads its percentages, and collects its HTML as it is after loading. */
async function render(page: Page, paths: string[]): Promise<Map<string, string>> {
  const rendered = new Map<string, string>()
  const titles = await readTitles(page.request)
  for (const path of paths) {
    await openSteadily(page, path)
    expect(new URL(page.url()).pathname).toBe(path.replace(/\?.*/, ''))
    const heading = page.getByRole('main').getByRole('heading', { level: 1 })
    await expect(page, path).toHaveTitle(titles.get(path) ?? `${await heading.innerText()} | WTPU`)
    const { shown, unexplained } = await readShares(page)
    expect(unexplained, path).toEqual([])
    if (shown > 0) expect(showShares).toContain(path)
    rendered.set(path, await page.content())
  }
  return rendered
}

async function expectValid(rendered: RenderedPages, folder: string): Promise<void> {
  for (const [path, html] of rendered) expect(await validationErrors(html), path).toEqual([])
  if (nuChecker) expect(await nuMessages(nuChecker, rendered, folder)).toEqual([])
}

/** The addresses with a token in earlier mails lead to `/appeal` and `/unsubscribe`. */
const lasting = pages.filter(({ path }) => !path.endsWith('/$token'))
const signedOut = [...addressesOf(lasting.filter(({ member }) => !member)), '/no-such-page']
const signedIn = addressesOf(lasting.filter(({ path }) => !forVisitors.includes(path)))

/** The links in the sitemap and in the feeds, as pages of links. */
async function linksOfXml(request: APIRequestContext): Promise<Map<string, string>> {
  const pagesOfLinks = new Map<string, string>()
  for (const path of ['/sitemap.xml', '/feeds/polls.atom', '/feeds/discussions.atom', '/feeds/politicians/1.atom']) {
    const xml = await (await request.get(path)).text()
    const links = [...xml.matchAll(/<loc>([^<]+)|href="([^"]+)"/g)].map(([, loc, href]) => loc ?? href)
    expect(links.length, path).toBeGreaterThan(0)
    pagesOfLinks.set(
      path,
      `<!doctype html><title>Links</title>${links.map((link) => `<a href="${link}">x</a>`).join('')}`,
    )
  }
  return pagesOfLinks
}

/** Follows links as a signed-in user, because only members can open most of them. */
function follow(member: Page) {
  const headers = authorization(member)
  return (address: string) => member.request.get(address, { headers, maxRedirects: 0 })
}

/** Most links are on many pages. */
function followOnce(member: Page) {
  const answers = new Map<string, ReturnType<ReturnType<typeof follow>>>()
  const get = follow(member)
  return (address: string) => {
    const answer = answers.get(address) ?? get(address)
    answers.set(address, answer)
    return answer
  }
}

/** `load` opens the pages again. */
async function expectNoBrokenLinks(
  rendered: RenderedPages,
  load: () => Promise<RenderedPages>,
  member: Page,
  get = follow(member),
) {
  const site = new URL(member.url()).origin
  const { broken, followed } = await brokenLinks(rendered, site, get)
  expect(followed).toBeGreaterThan(50)
  // Other tests delete content meanwhile, which leaves pages with old links.
  if (broken.length > 0) expect((await brokenLinks(await load(), site, follow(member))).broken).toEqual([])
}

test.describe('after loading', () => {
  // Opens every route, which takes minutes on a busy machine.
  test.describe.configure({ mode: 'parallel', timeout: 300_000 })

  test('a visitor reaches the public routes, and a citizen every route but those for visitors, with valid HTML and without broken links', async ({
    visitor,
    newMember,
  }, testInfo) => {
    // Both walks have their time, and share the answers of links and one start of the checker.
    test.setTimeout(600_000)
    const citizen = await newMember()
    const get = followOnce(citizen)
    const all = new Map<string, string>()
    for (const [as, page, paths] of [
      ['signed out', visitor, signedOut],
      ['signed in', citizen, signedIn],
    ] as const)
      await test.step(as, async () => {
        const load = () => render(page, paths)
        const rendered = await load()
        for (const [path, html] of rendered) all.set(`${as}: ${path}`, html)
        await citizen.goto('/about')
        await expectNoBrokenLinks(rendered, load, citizen, get)
      })
    await test.step('valid HTML', () => expectValid(all, testInfo.outputPath('html')))
  })

  test('the sitemap and the feeds lead to pages that exist', async ({ request, citizen }) => {
    await citizen.goto('/about')
    const load = () => linksOfXml(request)
    await expectNoBrokenLinks(await load(), load, citizen)
  })
})

const gate = /<main.*?<\/main>(?=<template id="past">)/s
const pastGate = /<template id="past">(.*?)<\/template>/s

test('serves valid HTML on every route and on the page for unknown addresses', async ({ request }, testInfo) => {
  const served = new Map<string, string>()
  for (const path of [...pages.map((page) => page.path.replace(/\$\w+/, '1')), '/no-such-page']) {
    const html = await (await request.get(path)).text()
    served.set(path, html.replace(pastGate, ''))
    served.set(`${path} past the gate`, html.replace(gate, '').replace(pastGate, '$1'))
    // Duplicates and elements without content, which the validator accepts.
    const names = [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="[^"]*" data-head>/g)].map(
      ([, name]) => name,
    )
    expect(new Set(names).size, path).toBe(names.length)
    expect(html.match(/<title/g), path).toHaveLength(1)
    expect(html, path).not.toMatch(/content=""/)
  }
  await expectValid(served, testInfo.outputPath('html'))
})
