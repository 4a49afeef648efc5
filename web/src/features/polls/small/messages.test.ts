import { expect, test } from 'vitest'
import { voteErrorText } from './messages.ts'

test.each([
  ['the detail from the server', { status: 400, detail: 'This poll is closed.' }, 'This poll is closed.'],
  ['the detail from the server for a second vote', { status: 409, detail: 'Once only.' }, 'Once only.'],
  [
    '"already voted" for a second vote without detail',
    { status: 409, detail: '' },
    'You Already Voted, Please Wait for the Results',
  ],
  ['the fallback for any other failure', { status: 500, detail: '' }, 'Vote failed. Please try again.'],
  ['the fallback for a network failure', { status: 0, detail: '' }, 'Vote failed. Please try again.'],
  [
    'the login prompt for a request without a session',
    { status: 401, detail: 'Authentication required.' },
    'Please login to vote',
  ],
])('voteErrorText returns %s', (_name, failure, text) => {
  expect(voteErrorText(failure)).toBe(text)
})
