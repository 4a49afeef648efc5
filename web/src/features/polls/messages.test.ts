import { expect, test } from 'vitest'
import { voteErrorText } from './messages.ts'

test.each([
  ['the words of the server', { status: 400, detail: 'This poll is closed.' }, 'This poll is closed.'],
  ['a second vote, in the words of the server', { status: 409, detail: 'Once only.' }, 'Once only.'],
  ['a second vote', { status: 409, detail: '' }, 'You Already Voted, Please Wait for the Results'],
  ['any other failure', { status: 500, detail: '' }, 'Vote failed. Please try again.'],
  ['no network', { status: 0, detail: '' }, 'Vote failed. Please try again.'],
  ['nobody signed in', { status: 401, detail: 'Authentication required.' }, 'Please login to vote'],
])('a failed vote tells of %s', (_name, failure, text) => {
  expect(voteErrorText(failure)).toBe(text)
})
