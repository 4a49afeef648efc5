import { expect, test } from 'vitest'
import { initials } from './names.ts'

test.each([
  ['Ada Ashgrove', 'AA'],
  ['ada lee jones', 'AL'],
  ['🇺🇸 Bob', '🇺🇸B'],
  ['Ann 👩🏽‍❤️‍💋‍👩🏿', 'A👩🏽‍❤️‍💋‍👩🏿'],
  ['ßen Zed', 'SZ'],
  ['ﬁona ŉabo', 'FN'],
  ['ǆemal', 'Ǆ'],
  ['“Bob” Lee', 'BL'],
  ['(«Bob») – O’Lee', 'BO'],
  ['e\u0301mile n\u0303ato', 'E\u0301N\u0303'],
  ['\u200Fनमस्ते', 'न'],
  ['3M 王小明', '3王'],
  ['🏴󠁧󠁢󠁥󠁮󠁧󠁿 محمد', '🏴󠁧󠁢󠁥󠁮󠁧󠁿م'],
  ['և Jo', 'ԵJ'],
  ['1️⃣ (ʻOkina)', '1️⃣O'],
  ['!!', '!'],
  [' ', ''],
])('the initials of %j are %j', (name, letters) => {
  expect(initials(name)).toBe(letters)
})
