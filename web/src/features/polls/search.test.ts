import { expect, test } from 'vitest'
import { isFiltered, pollListParams, parsePollSearch } from './search.ts'

const withoutUndefined = (search: object) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))

test.each([
  [{}, {}, false],
  [{ q: '  ' }, {}, false],
  [{ q: ' river ' }, { q: 'river' }, true],
  [{ filter: 'trending' }, { filter: 'trending' }, false],
  [{ filter: 'featured' }, {}, false],
  [{ filter: 'nonsense', color: 'red' }, {}, false],
  [{ filter: 'politician', q: 'Jane Doe' }, { filter: 'politician', q: 'Jane Doe' }, false],
  [{ filter: 'politician' }, {}, false],
  [{ filter: 'trending', q: 'dams' }, { q: 'dams' }, true],
  [{ category: '3', politician: '12' }, { category: '3', politician: '12' }, true],
  [{ category: 'x', politician: '-1' }, {}, false],
  [{ sort: 'newest' }, {}, false],
  [{ sort: 'most_votes' }, { sort: 'most_votes' }, true],
  [{ q: 'a'.repeat(120) }, { q: 'a'.repeat(100) }, true],
])('parses the search params %o as %o', (params, parsed, filtered) => {
  expect(withoutUndefined(parsePollSearch(params))).toEqual(parsed)
  expect(isFiltered(parsePollSearch(params))).toBe(filtered)
  expect(parsePollSearch({ ...parsePollSearch(params) })).toEqual(parsePollSearch(params))
})

test.each([
  [{}, {}],
  [{ filter: 'ending_soon' }, { filter: 'ending_soon' }],
  [{ q: 'dams' }, { q: 'dams', sort: 'newest' }],
  [
    { category: '2', sort: 'oldest' },
    { category: '2', sort: 'oldest' },
  ],
  [{ filter: 'politician', q: 'Jane Doe' }, {}],
])('maps the search params %o to the request %o', (params, request) => {
  expect(withoutUndefined(pollListParams(parsePollSearch(params)))).toEqual(request)
})
