import { expect, test } from 'vitest'
import { findNoOpinions } from './no-opinion.ts'

test.each([
  'Not sure',
  'not sure yet.',
  'Unsure',
  'No opinion',
  "I don't know",
  'I don’t know / no opinion',
  'Don’t know or prefer not to say',
  'Undecided',
  'Prefer not to answer',
  'I would rather not say',
  'I need more information',
  'I haven’t decided yet',
  'Too early to say',
  'N/A',
  'Not sure (no opinion)',
])('“%s” is no opinion', (text) => {
  expect(findNoOpinions(['Yes', text, 'No'])).toEqual([false, true, false])
})

test.each([
  'Yes',
  'No',
  'Neither',
  'Not sure it is safe',
  'No, I don’t know why we would',
  'Not now',
  'Do not say it',
  'It depends',
  'Pass',
  'Unknown costs are too high',
  '/',
  '',
])('“%s” is an opinion', (text) => {
  expect(findNoOpinions(['Yes', text, 'No'])).toEqual([false, false, false])
})

test.each([[['Not sure', 'Undecided']], [['Ada', 'Skip', ' ']], [['I don’t know', 'Skip', 'Yes']]])(
  'the words of %j say nothing, because fewer than two opinions would be left',
  (options) => {
    expect(findNoOpinions(options)).not.toContain(true)
  },
)
