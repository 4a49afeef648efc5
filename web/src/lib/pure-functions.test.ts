import { fullCount } from '@wtpu/contract/full-count'
import { displayName, initials } from '@wtpu/contract/accounts/names'
import { describe, expect, test } from 'vitest'
import { compactCount, partCount, percentage } from './format.ts'
import {
  pathAfterLogin,
  pathAfterRegistration,
  storeLastRoute,
  safePath,
  storeRedirect,
} from '#lib/session/post-login-redirect.ts'
import { mediaUrl, imageUrl } from './media-url.ts'
import { toListPage } from './api/pages.ts'
import { parseSearch, stringifySearch } from './search.ts'
import { fullDate, relativeTime, type AgePreset } from './dates.ts'

describe('relative time', () => {
  const minute = 60_000
  const hour = 60 * minute
  const day = 24 * hour
  const at = new Date('2026-11-21T12:00:00Z')
  test.each<[AgePreset, number, string]>([
    ['comment', 0, 'Just now'],
    ['comment', minute - 1, 'Just now'],
    ['comment', minute, '1m ago'],
    ['comment', hour - 1, '59m ago'],
    ['comment', hour, '1h ago'],
    ['comment', day - 1, '23h ago'],
    ['comment', day, 'Nov 20, 2026'],
    ['feed', minute - 1, 'Just now'],
    ['feed', 59 * minute, '59m ago'],
    ['feed', 23 * hour, '23h ago'],
    ['feed', day, '1d ago'],
    ['feed', 7 * day - 1, '6d ago'],
    ['feed', 7 * day, 'Nov 14, 2026'],
    ['forum', hour - 1, 'Just now'],
    ['forum', hour, '1h ago'],
    ['forum', day - 1, '23h ago'],
    ['forum', day, '1 day ago'],
    ['forum', 2 * day - 1, '1 day ago'],
    ['forum', 2 * day, '2 days ago'],
    ['forum', 7 * day - 1, '6 days ago'],
    ['forum', 7 * day, 'Nov 14, 2026'],
    // The device's clock may run behind the server's.
    ['feed', -5 * minute, 'Just now'],
  ])('preset %s shows an age of %i ms as "%s"', (preset, age, words) => {
    expect(relativeTime(new Date(at.getTime() - age).toISOString(), at, preset)).toBe(words)
  })

  test('is empty for an invalid date', () => {
    expect(relativeTime('yesterday', at, 'feed')).toBe('')
    expect(fullDate('yesterday')).toBe('')
  })
})

test.each([
  [0, '0'],
  [-3, '0'],
  [999, '999'],
  [1000, '1K'],
  [1234, '1.2K'],
  [1999, '1.9K'],
  [999_999, '999.9K'],
  [1_000_000, '1M'],
  [1_234_567, '1.2M'],
  [2_000_000_000, '2B'],
])('compactCount formats %i as %s', (count, text) => expect(compactCount(count)).toBe(text))

test('partCount is full up to 9,999', () =>
  expect([1999, 9999, 10_000].map(partCount)).toEqual(['1,999', '9,999', '10K']))

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1,000'],
  [12_345, '12,345'],
  [1_234_567, '1,234,567'],
])('fullCount formats %i as %s', (count, text) => expect(fullCount(count)).toBe(text))

test.each([
  [0, 0, 0],
  [3, 2000, 0],
  [1, 3, 33],
  [2, 3, 67],
  [1, 2, 50],
  [5, 5, 100],
])('%i of %i is rounded to %i%%', (part, total, rounded) => expect(percentage(part, total)).toBe(rounded))

describe('avatar resolution', () => {
  const host = 'https://wtpu.example'
  test.each([
    [null, undefined],
    [undefined, undefined],
    ['', undefined],
    ['   ', undefined],
    ['/placeholder.svg', undefined],
    ['https://example.org/avatar-placeholder.png', undefined],
    ['data:image/png;base64,AAAA', 'data:image/png;base64,AAAA'],
    ['data%3Aimage%2Fpng%3Bbase64%2CAA%2B%2F', 'data:image/png;base64,AA+/'],
    ['/media/data%3Aimage/png%3Bbase64%2CAAAA', 'data:image/png;base64,AAAA'],
    [`${host}/media/data:image/png;base64,AAAA`, 'data:image/png;base64,AAAA'],
    ['/media/avatars/7.webp', `${host}/media/avatars/7.webp`],
    ['/avatars/7.webp', `${host}/media/avatars/7.webp`],
    ['/profile_avatars/7.webp', `${host}/media/profile_avatars/7.webp`],
    ['avatars/7.webp', `${host}/media/avatars/7.webp`],
    ['http://example.org/7.webp', 'http://example.org/7.webp'],
    ['https://example.org/7.webp', 'https://example.org/7.webp'],
    ['7.webp', `${host}/media/avatars/7.webp`],
    ['other/7.webp', undefined],
    ['/static/7.webp', undefined],
    ['javascript:alert(1)//x', undefined],
  ])('resolves %s to %s', (value, url) => expect(mediaUrl(value, host)).toBe(url))
})

test('imageUrl drops images of other sites, mediaUrl keeps them', () => {
  const own = `${window.location.origin}/media/avatars/7.webp`
  expect(mediaUrl('http://elsewhere.example/a.png')).toBe('http://elsewhere.example/a.png')
  expect(imageUrl('http://elsewhere.example/a.png', 320)).toBeUndefined()
  expect(imageUrl('HTTP://elsewhere.example/a.png', 320)).toBeUndefined()
  expect(imageUrl('https://elsewhere.example/a.png', 320)).toBeUndefined()
  expect(imageUrl(`${window.location.origin}.evil.example/a.png`, 320)).toBeUndefined()
  expect(imageUrl(own, 320)).toContain('/media/avatars/7')
  // The jpg of an animated picture is its first frame.
  expect(imageUrl('/media/avatars/7-480.webp', 320)).toMatch(/avatars\/7-320\.jpg$/)
  expect(imageUrl('/media/officials/7-480.webp', 320)).toMatch(/officials\/7-320\.webp$/)
  expect(imageUrl(`${window.location.origin}/a.png`, 320)).toBe(`${window.location.origin}/a.png`)
})

test.each([
  [{ first_name: 'Ada', last_name: 'Lovelace', username: 'ada' }, 'Ada Lovelace', 'AL'],
  [{ first_name: ' Ada ', last_name: '' }, 'Ada', 'A'],
  [{ username: 'ada', email: 'a@example.org' }, 'ada', 'A'],
  [{ email: 'countess@example.org' }, 'countess', 'C'],
  [{}, 'Anonymous', 'A'],
  [{ first_name: 'mary ann', last_name: 'evans' }, 'mary ann evans', 'MA'],
])('the display name of %o is %s and the initials are %s', (user, name, short) => {
  expect(displayName(user)).toBe(name)
  expect(initials(name)).toBe(short)
})

test.each([
  ['/polls?q=a#b', '/polls?q=a#b'],
  ['/', '/'],
  ['//evil.example/polls', undefined],
  ['/\\evil.example', undefined],
  ['https://evil.example/', undefined],
  ['javascript:alert(1)', undefined],
  ['polls', undefined],
  ['/\t/evil.example', undefined],
  ['/.//evil.example', undefined],
  ['/polls/..//evil.example', undefined],
  ['/%2e//evil.example', undefined],
  ['/login', undefined],
  ['/signup?x=1', undefined],
  ['/verify-otp?email=a%40b.c', undefined],
  ['/reset-password?code=123456', undefined],
  [null, undefined],
])('safePath(%j) is %j', (target, path) => expect(safePath(target)).toBe(path))

describe('redirect after sign-in', () => {
  test('goes to the saved route, else the last route, else Home', () => {
    expect(pathAfterLogin()).toBe('/')
    storeLastRoute('/about')
    expect(pathAfterLogin()).toBe('/about')
    storeRedirect('/polls/7?x=1')
    expect(pathAfterLogin()).toBe('/polls/7?x=1')
  })

  test('goes to the saved route after registration, else Home', () => {
    storeLastRoute('/about')
    expect(pathAfterRegistration()).toBe('/')
    storeRedirect('/politicians?state=NY')
    expect(pathAfterRegistration()).toBe('/politicians?state=NY')
  })

  test('does not remember sign-in, sign-up and recovery screens as the last route', () => {
    storeLastRoute('/about')
    for (const path of ['/login', '/signup', '/forgot-password', '/verify-otp?email=a', '/reset-password?code=1']) {
      storeLastRoute(path)
    }
    expect(pathAfterLogin()).toBe('/about')
  })
})

test('search params are parsed and written as plain text', () => {
  expect(parseSearch('?code=123456&email=a%40b.c')).toEqual({ code: '123456', email: 'a@b.c' })
  expect(stringifySearch({ code: '123456', page: 2, none: undefined })).toBe('?code=123456&page=2')
  expect(stringifySearch({})).toBe('')
})

test('toListPage accepts a plain array, a page with a cursor and a page with a next URL', () => {
  expect(toListPage([1, 2])).toEqual({ results: [1, 2], next: null })
  expect(toListPage({ results: [1], next: 'abc', count: 1, total: 9 })).toEqual({
    results: [1],
    next: 'abc',
    count: 1,
    total: 9,
  })
  expect(toListPage({ results: [1], next: '/api/polls/?limit=1&cursor=x%3D' }).next).toBe('x=')
})
