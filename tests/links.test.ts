import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Files whose plain `a` elements load no page of the site, or handle the click themselves. */
const exceptions: Record<string, string> = {
  'web/src/community/path-link.tsx': 'goes through the router',
  'web/src/features/forums/thread/comment-header.tsx': 'goes through the router',
  'web/src/community/congress/source-note.tsx': 'other sites',
  'web/src/features/politicians/profile/contact-details.tsx': 'other sites, email addresses and telephone numbers',
  'web/src/ui/skip-link.tsx': 'moves within the page',
  'web/src/ui/on-demand/menu.tsx': 'made a Link by `createLink`',
  'web/src/features/accounts/settings/on-demand/two-step-sign-in.tsx': 'opens an authenticator app',
  'web/src/features/check/limits.tsx': 'files of the API',
  'web/src/features/moderation/log-page.tsx': 'a feed and a file',
}

/** The plain links of a file that would load a page of the site anew. */
const plainLinks = (source: string) =>
  [...source.matchAll(/<a\s(?:[^>]|=>)*>/g)]
    .map(([element]) => element.replaceAll(/\s+/g, ' '))
    .filter((element) => !/target="_blank"|\bdownload\b|href=(?:"#|\{`#|\{`mailto:)/.test(element))

/** Files whose buttons leave the page by the browser, not the router. */
const leaving: Record<string, string> = {
  'web/src/features/boiler-room/sidebar/sidebar-sections.tsx': 'opens a window of another site',
  'web/src/lib/external-redirect.ts': 'other sites',
}

/** The calls, assignments and forms of a file that would load a page of the site anew. */
const pageLoads = (source: string) => [
  ...source.matchAll(
    /\blocation\.href\s*=(?!=)|\b(?:window|document|globalThis)\.location\s*=(?!=)|\blocation\.(?:assign|replace)\(|\bwindow\.open\(|<(?:form|button|input)\s(?:[^>]|=>)*\b(?:formA|a)ction=/g,
  ),
]

const root = path.join(import.meta.dirname, '..')
const filesWith = (pattern: string, find: (source: string) => unknown[]) =>
  globSync(pattern, { cwd: root })
    .filter((file) => !/\.test\.tsx?$/.test(file) && find(readFileSync(path.join(root, file), 'utf8')).length > 0)
    .toSorted()

test('links to pages of the site are Links or PathLinks, which do not load the site again', () => {
  expect(filesWith('web/src/**/*.tsx', plainLinks)).toEqual(Object.keys(exceptions).toSorted())
})

test('buttons and forms open pages of the site by the router, which does not load the site again', () => {
  expect(filesWith('web/src/**/*.{ts,tsx}', pageLoads)).toEqual(Object.keys(leaving).toSorted())
})

test.each([
  ['<a href="/terms" className="text-link">', 1],
  ['<a\n  href={content.path}\n  onClick={() => close()}\n>', 1],
  ['<a href="/terms" target="_blank" rel="noopener">', 0],
  ['<a href={`#${id}`}>', 0],
  ['<article>', 0],
  ['<a href={`${window.location.origin}/polls/${id}`}>', 1],
  ['<a href="https://wtpu.example/forums/7" rel="noopener">', 1],
  ['<a onClick={() => close()} href={url}>', 1],
  ['<a href={feed} download>', 0],
])('%s is found %i times', (source, count) => {
  expect(plainLinks(source)).toHaveLength(count)
})

test.each([
  ["onClick={() => (window.location.href = '/polls')}", 1],
  ['location.assign(`/polls/${id}`)', 1],
  ["window.location.replace('/login')", 1],
  ["window.location = '/login'", 1],
  ["window.open('/terms')", 1],
  ['<form action="/search" className="flex">', 1],
  ['<button onClick={() => save()} formAction="/log-out">', 1],
  ["const isHome = window.location.href === '/'", 0],
  ['select: (location) => location.href', 0],
  ['window.location.reload()', 0],
  ['<EmptyState action={<Button>Start</Button>} />', 0],
])('%s loads a page %i times', (source, count) => {
  expect(pageLoads(source)).toHaveLength(count)
})
