import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '../web/src')

/** Forms that do not use `useForm`, with the reason. */
const others: Record<string, string> = {
  'community/comment-composer.tsx': 'one text, whose button waits for it and whose box keeps the focus',
  'features/accounts/recovery/otp-form.tsx': 'sends nothing: it opens the next page',
  'features/boiler-room/composer/post-composer.tsx': 'one text with an upload that can be cancelled',
  'features/boiler-room/feed/feed-tabs.tsx': 'a search',
  'features/boiler-room/feed/hashtag-page.tsx': 'a search',
  'features/check/check-page.tsx': 'sends nothing: it counts in the browser',
  'features/search/search-page.tsx': 'a search',
  'ui/filter-bar.tsx': 'a search',
}

test('every form that sends something uses useForm, so its first wrong field gets the focus and its error is announced', () => {
  const without = globSync('**/*.tsx', { cwd: source }).filter((file) => {
    if (file.includes('.test.')) return false
    const code = readFileSync(join(source, file), 'utf8')
    const forms = code.match(/<form\b/g) ?? []
    return forms.length > (code.match(/<form\s*\{\.\.\.form\.props\}/g) ?? []).length
  })
  expect(without.toSorted()).toEqual(Object.keys(others))
})
