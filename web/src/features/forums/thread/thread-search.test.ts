import { expect, test } from 'vitest'
import { parseThreadSearch, threadPath } from './thread-search.ts'

test('reads ids and the order from a URL and from a link, and drops anything else', () => {
  expect(parseThreadSearch({ sort: 'oldest', comment: '34', thread: 5 })).toEqual({
    sort: 'oldest',
    comment: 34,
    thread: 5,
  })
  expect(parseThreadSearch({ sort: 'newest', comment: '34x', thread: '-1' })).toEqual({
    sort: undefined,
    comment: undefined,
    thread: undefined,
  })
  expect(parseThreadSearch({ sort: ['popular'], comment: '99999999999' }).comment).toBeUndefined()
})

test('writes the path of a thread', () => {
  expect(threadPath(12, {})).toBe('/forums/12')
  expect(threadPath(12, { sort: undefined, comment: 34 })).toBe('/forums/12?comment=34')
})
