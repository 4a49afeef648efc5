import { reportError } from '@wtpu/contract/site/site'
import { expect, test } from 'vitest'
import { startTestApp } from '#testing/test-app.ts'
import { maskValues } from './error-reports.ts'

const report = {
  page: '/polls/$pollId',
  name: 'TypeError',
  message: `Cannot read "Ada's letter" of undefined at https://wtpu.example/search?q=ada#1 for ada@wtpu.example, 4711`,
  places: ['/assets/common-BbUyBFwN.js:1:230', 'https://elsewhere.example/x.js:1:1', '/assets/../x.js:1:1'],
}

test('logs errors of browsers without values and addresses', async () => {
  const lines: string[] = []
  await using t = await startTestApp({ logLevel: 'warn' }, undefined, undefined, {
    write: (line) => void lines.push(line),
  })

  const response = await t.call(reportError, { body: report })

  expect(response.json()).toEqual({ logged: true })
  const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>).find(({ page }) => page)
  expect(logged).toMatchObject({ msg: 'error in a browser', page: '/polls/$pollId', name: 'TypeError' })
  expect(logged?.['places']).toEqual(['/assets/common-BbUyBFwN.js:1:230'])
  expect(logged?.['message']).not.toMatch(/ada|letter|4711/i)
  expect(JSON.stringify(logged)).not.toContain('127.0.0.1')
})

test('an unknown page and a made-up name are not logged as they are', async () => {
  const lines: string[] = []
  await using t = await startTestApp({ logLevel: 'warn' }, undefined, undefined, {
    write: (line) => void lines.push(line),
  })

  await t.call(reportError, { body: { ...report, page: '/user/ada', name: 'Ada 1' } })

  expect(lines.join()).toContain('"page":"unknown","name":"Error"')
})

test('an address can send ten reports a minute, of bounded size', async () => {
  await using t = await startTestApp()
  const sizes = await t.call(reportError, { body: { ...report, message: 'x'.repeat(501) } })
  expect(sizes.statusCode).toBe(400)
  const codes = []
  for (let count = 0; count < 10; count++) codes.push((await t.call(reportError, { body: report })).statusCode)
  expect(codes.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => 200))
  expect(codes.at(-1)).toBe(429)
})

test.each([
  [
    'Failed to fetch dynamically imported module: https://a.example/assets/x.js',
    'Failed to fetch dynamically imported module: <url>',
  ],
  [`Unexpected token 'p', "plain "... is not valid JSON`, `Unexpected token <text>, <text>... is not valid JSON`],
  ['unclosed "quote of a\nletter', 'unclosed <text>'],
  [`Can't read 'Ada's key' or \`x\``, `Can't read <text> or <text>`],
  ['mail ada@wtpu.example now', 'mail <email> now'],
])('masks %s', (message, masked) => {
  expect(maskValues(message)).toBe(masked)
})
