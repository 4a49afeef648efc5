import { expect, test } from 'vitest'
import { isFiltered, parseForumSearch } from './search.ts'

const present = (search: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(parseForumSearch(search)).filter(([, value]) => value !== undefined))

test.each([
  [{}, {}],
  [
    { q: '  taxes ', category: '3', tag: '12', sort: 'views', tab: 'trending' },
    { q: 'taxes', category: '3', tag: '12', sort: 'views', tab: 'trending' },
  ],
  [{ category: 'Healthcare' }, { category: 'Healthcare' }],
  [{ q: ' ', category: '', tag: 'x', sort: 'best', tab: 'all', page: '2' }, {}],
  [{ tag: '0' }, {}],
  [{ q: 'a'.repeat(200) }, { q: 'a'.repeat(100) }],
])('%j is read as %j', (search, expected) => {
  expect(present(search)).toEqual(expected)
})

test('keeps "latest" only where it is not the default', () => {
  expect(present({ sort: 'latest' })).toEqual({})
  expect(present({ q: 'taxes', sort: 'latest' })).toEqual({ q: 'taxes', sort: 'latest' })
})

test('a sort order or a tab is not a filter', () => {
  expect(isFiltered({ sort: 'oldest', tab: 'trending' })).toBe(false)
  expect(isFiltered({ tag: '1' })).toBe(true)
})
