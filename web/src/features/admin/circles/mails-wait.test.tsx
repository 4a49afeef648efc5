import { expect, test } from 'vitest'
import { leavingText } from './mails-wait.tsx'

const start = Date.parse('2026-12-01T12:00:00Z')
const after = (seconds: number) => new Date(start + seconds * 1000)

test.each([
  [50_000, 0, 'They leave as fast as the mail server takes them.'],
  [50_000, 30, 'They leave as fast as the mail server takes them.'],
  [49_800, 10, 'About 1,200 leave a minute, so the last one leaves in about 42 minutes.'],
  [20, 2_499, 'About 1,200 leave a minute, so the last one leaves in about a minute.'],
  [49_970, 60, 'About 30 leave a minute, so the last one leaves in about 28 hours.'],
  [49_999, 600, 'Hardly any mails leave. See why the mail server takes so few.'],
  [50_000, 61, 'None has left for a minute. They go on as soon as the mail server takes them.'],
])('%i mails of 50,000 that wait after %i seconds: %s', (waiting, seconds, text) => {
  expect(leavingText({ waiting: 50_000, at: after(0) }, { waiting, at: after(seconds) })).toBe(text)
})
