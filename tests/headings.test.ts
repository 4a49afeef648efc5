import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Headings have sentence case, apart from names and from these, whose words are the specification's. */
const specified = [
  'All Polls',
  'Community Guidelines',
  'Contact Office',
  'Create New Poll',
  'Discussion Guidelines',
  'Discussion Stats',
  'Discussion Wall',
  'Forgot Password',
  'Forum Statistics',
  'How We Work',
  'Live Citizen Polls',
  'Live Poll Results',
  'Planned Features',
  'Political Forums',
  'Politician Directory',
  'Poll Results Dashboard',
  'Popular Categories',
  'Profile Settings',
  'Protected Access',
  'Recent Activity',
  'Recent Posts',
  'Related Polls',
  'Reset Password',
  'Schedule Poll',
  'Security Notice',
  'Start New Discussion',
  'Verify Code',
  'Voting Records',
  'Welcome Back',
]
const names = /\b(?:Boiler Room|Common Ground|Congress|CSV)\b/g

const headings = /<h[1-6]\b[^>]*>\s*([A-Z][^<{]*)|\btitle(?:=|: )["']([A-Z][^"']*)["']/g

function headingsOf(source: string): string[] {
  return [...source.matchAll(headings)].map(([, heading = '', title = '']) =>
    (heading || title).trim().replaceAll(/\s+/g, ' '),
  )
}

const hasCapital = (sentence: string) => /\s[A-Z]/.test(sentence.replaceAll(names, ''))
const isInTitleCase = (heading: string) => heading.split(/(?<=[.?!]) /).some(hasCapital)

test('headings beyond the specification are written like sentences', () => {
  const files = globSync('web/src/**/*.tsx').filter((file) => !file.includes('.test.'))
  const found = files.flatMap((file) => headingsOf(readFileSync(file, 'utf8')))
  expect(found.filter((heading) => isInTitleCase(heading) && !specified.includes(heading))).toEqual([])
  expect(specified.filter((heading) => !found.includes(heading))).toEqual([])
})

test('titles of pages have the one size of the style sheet', () => {
  // The specification gives the one of Home its own.
  const files = globSync('web/src/**/*.tsx').filter((file) => !file.endsWith('home/hero.tsx'))
  const sized = files.filter((file) =>
    /<h1\b[^>]*\b(?:text-(?:xs|sm|base|lg|\d?xl)|leading-)/.test(readFileSync(file, 'utf8')),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(sized).toEqual([])
})
