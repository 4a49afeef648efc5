import { pages } from '@wtpu/contract/site/pages'
import type { Page } from '@playwright/test'
import { HtmlValidate } from 'html-validate'
import { addressesOf } from './addresses.ts'
import { expect, test } from './fixtures.ts'
import { brokenLinks, type RenderedPages } from './links.ts'
import { nuChecker, nuMessages } from './nu-checker.ts'
import { waitForContent } from './screen.ts'

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

/** Opens each route, and collects its HTML as it is after loading. */
async function render(page: Page, paths: string[]): Promise<Map<string, string>> {
  const rendered = new Map<string, string>()
  for (const path of paths) {
    await page.goto(path)
    await waitForContent(page)
    expect(new URL(page.url()).pathname).toBe(path.replace(/\?.*/, ''))
    rendered.set(path, await page.content())
  }
  return rendered
}

async function expectValid(rendered: RenderedPages, folder: string): Promise<void> {
  for (const [path, html] of rendered) expect(await validationErrors(html), path).toEqual([])
  if (nuChecker) expect(await nuMessages(nuChecker, rendered, folder)).toEqual([])
}

const signedOut = [...addressesOf(pages.filter(({ member }) => !member)), '/no-such-page']
const signedIn = addressesOf(pages.filter(({ path }) => !['/login', '/signup'].includes(path)))

/** Whoever follows the links is signed in, because only members can open most of them. */
async function expectNoBrokenLinks(rendered: RenderedPages, member: Page, site: string): Promise<void> {
  await member.goto('/about')
  const access = await member.evaluate(() => localStorage.getItem('access'))
  const headers = { Authorization: `Bearer ${access}` }
  const get = (address: string) => member.request.get(address, { headers, maxRedirects: 0 })
  const { broken, followed } = await brokenLinks(rendered, site, get)
  expect(followed).toBeGreaterThan(100)
  if (broken.length === 0) return
  // Other tests delete content meanwhile, so pages with broken links are opened again.
  const parents = await render(member, [...new Set(broken.map(({ parent }) => parent))])
  expect((await brokenLinks(parents, site, get)).broken).toEqual([])
}

test.describe('after loading', () => {
  // Opens every route, which takes minutes on a busy machine.
  test.describe.configure({ mode: 'parallel', timeout: 300_000 })

  test('a visitor gets valid HTML', async ({ visitor }, testInfo) => {
    const rendered = await render(visitor, signedOut)
    await expectValid(rendered, testInfo.outputPath('html'))
  })

  test('a citizen gets valid HTML without broken links', async ({ citizen, baseURL }, testInfo) => {
    const rendered = await render(citizen, signedIn)
    await expectValid(rendered, testInfo.outputPath('html'))
    await expectNoBrokenLinks(rendered, citizen, baseURL ?? '')
  })
})

test('serves valid HTML on every route and on the page for unknown addresses', async ({ request }, testInfo) => {
  const served = new Map<string, string>()
  for (const path of [...pages.map((page) => page.path.replace(/\$\w+/, '1')), '/no-such-page']) {
    const html = await (await request.get(path)).text()
    served.set(path, html)
    // Duplicates and elements without content, which the validator accepts.
    const names = [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="[^"]*" data-head>/g)].map(
      ([, name]) => name,
    )
    expect(new Set(names).size, path).toBe(names.length)
    expect(html.match(/<title/g), path).toHaveLength(1)
    expect(html, path).not.toMatch(/content=""(?! nonce)/)
  }
  await expectValid(served, testInfo.outputPath('html'))
})
