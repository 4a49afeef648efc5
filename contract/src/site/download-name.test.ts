import { afterEach, expect, test } from 'vitest'
import { defaultIdentity } from './defaults.ts'
import { downloadName } from './download-name.ts'
import { site } from './name.ts'

afterEach(() => void Object.assign(site, defaultIdentity))

test.each([
  ['Civic Post', 'civic-post-poll-7.csv'],
  ['São José: “Foro” / 1.0', 'sao-jose-foro-1.0-poll-7.csv'],
  ['../市民', 'poll-7.csv'],
])('a file that is downloaded from the site %j is %s', (name, file) => {
  site.name = name
  expect(downloadName('poll-7.csv')).toBe(file)
})
