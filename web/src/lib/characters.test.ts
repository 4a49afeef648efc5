import { expect, test } from 'vitest'

const sources = import.meta.glob<string>('../**/*.tsx', { query: '?raw', import: 'default', eager: true })

/** Fields of codes and addresses, which have no character of more than one code unit. */
const ascii = new Set(['40', 'emailMaxLength', 'otpLength', 'usernameLength.max + 1', '64', '200', '254', '300'])

test('a field for any text has room for every character that the server counts', () => {
  const limits = Object.entries(sources)
    .filter(([file]) => !file.endsWith('.test.tsx'))
    .flatMap(([, text]) => [...text.matchAll(/\bmaxLength(?:=\{|: )([^},]+)/g)].map(([, limit = '']) => limit))

  expect(limits.length).toBeGreaterThan(15)
  const allowed = /^(maxUnits\(|2 \* searchMaxLength$)/
  expect(limits.filter((limit) => !allowed.test(limit) && !ascii.has(limit))).toEqual([])
})
