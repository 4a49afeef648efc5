import { expect, test } from 'vitest'
import { isBot } from './is-read.ts'

test.each([
  ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', true],
  ['facebookexternalhit/1.1', true],
  ['Twitterbot/1.0', true],
  ['curl/8.5.0', true],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1', false],
  ['Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36', false],
  [undefined, false],
])('isBot(%j) is %s', (userAgent, expected) => {
  expect(isBot(userAgent)).toBe(expected)
})
