import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Files whose plain `a` elements load no page of the site, or handle the click themselves. */
const exceptions: Record<string, string> = {
  'web/src/community/path-link.tsx': 'goes through the router',
  'web/src/features/forums/thread/comment-header.tsx': 'goes through the router',
  'web/src/community/congress/source-note.tsx': 'other sites',
  'web/src/features/politicians/profile/contact-details.tsx': 'other sites, email addresses and telephone numbers',
  'web/src/features/check/limits.tsx': 'files of the API',
  'web/src/features/moderation/log-page.tsx': 'a feed and a file',
}

/** The plain links of a file that would load a page of the site anew. */
const plainLinks = (source: string) =>
  [...source.matchAll(/<a\s(?:[^>]|=>)*>/g)]
    .map(([element]) => element.replaceAll(/\s+/g, ' '))
    .filter((element) => !/target="_blank"|\bdownload\b|href=(?:"#|\{`#|\{`mailto:)/.test(element))

test('links to pages of the site are Links or PathLinks, which do not load the site again', () => {
  const root = path.join(import.meta.dirname, '..')
  const found = globSync('web/src/**/*.tsx', { cwd: root })
    .filter((file) => !file.endsWith('.test.tsx') && plainLinks(readFileSync(path.join(root, file), 'utf8')).length > 0)
    .toSorted()

  expect(found).toEqual(Object.keys(exceptions).toSorted())
})

test.each([
  ['<a href="/terms" className="text-link">', 1],
  ['<a\n  href={content.path}\n  onClick={() => close()}\n>', 1],
  ['<a href="/terms" target="_blank" rel="noopener">', 0],
  ['<a href={`#${id}`}>', 0],
  ['<article>', 0],
])('%s is found %i times', (source, count) => {
  expect(plainLinks(source)).toHaveLength(count)
})
