import { HtmlValidate } from 'html-validate'
import { expect, test } from './fixtures.ts'
import { waitForContent } from './screen.ts'

/** The rules of the standard; the rest of the preset is about taste, or is checked by axe. */
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

async function findings(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector ?? 'page'})`),
  )
}

for (const path of ['/', '/login', '/signup', '/about', '/polls', '/politicians']) {
  test(`${path} is valid HTML, as sent and as rendered`, async ({ citizen, visitor, request }) => {
    const sent = await request.get(path)
    expect(await findings(await sent.text())).toEqual([])
    const page = path === '/polls' || path === '/politicians' ? citizen : visitor
    await page.goto(path)
    await waitForContent(page)
    expect(await findings(await page.content())).toEqual([])
    // Two findings of the Nu HTML Checker that html-validate does not know.
    await expect(page.locator('meta[property]:not([content])')).toHaveCount(0)
    await expect(page.locator('input[aria-checked]')).toHaveCount(0)
  })
}
