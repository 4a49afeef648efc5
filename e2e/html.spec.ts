import { pages } from '@wtpu/contract/site/pages'
import type { Page } from '@playwright/test'
import { HtmlValidate } from 'html-validate'
import { expect, test } from './fixtures.ts'
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

async function expectValidScreen(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await waitForContent(page)
  expect(new URL(page.url()).pathname).toBe(path)
  expect(await validationErrors(await page.content())).toEqual([])
  // Two errors that the Nu HTML Checker reports and html-validate does not.
  await expect(page.locator('meta[property]:not([content])')).toHaveCount(0)
  await expect(page.locator('input[aria-checked]')).toHaveCount(0)
}

for (const path of ['/', '/login', '/signup', '/about']) {
  test(`renders valid HTML on ${path} signed out`, async ({ visitor }) => expectValidScreen(visitor, path))
}

for (const path of ['/', '/polls', '/politicians']) {
  test(`renders valid HTML on ${path} signed in`, async ({ citizen }) => expectValidScreen(citizen, path))
}

test('serves valid HTML on every route and on the page for unknown addresses', async ({ request }) => {
  for (const path of [...pages.map((page) => page.path.replace(/\$\w+/, '1')), '/no-such-page']) {
    const html = await (await request.get(path)).text()
    expect(await validationErrors(html), path).toEqual([])
    // Duplicates and elements without content, which the validator accepts.
    const names = [...html.matchAll(/<meta (?:name|property)="([^"]+)" content="[^"]*" data-head>/g)].map(
      ([, name]) => name,
    )
    expect(new Set(names).size, path).toBe(names.length)
    expect(html.match(/<title/g), path).toHaveLength(1)
    expect(html, path).not.toMatch(/content=""(?! nonce)/)
  }
})
