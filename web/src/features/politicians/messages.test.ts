import { expect, test } from 'vitest'
import { ApiFailure } from '#lib/api/request.ts'
import { commentFailure, ratingFailure, ratingThanks } from './messages.ts'

test('thanks for a recorded rating', () => {
  expect(ratingThanks('good')).toMatchObject({
    title: 'Thank you!',
    description: 'Good Job vote has been recorded.',
  })
  expect(ratingThanks('bad')).toMatchObject({ title: 'Thank you!', description: 'Bad Job vote has been recorded.' })
})

test.each([
  [{ detail: 'You have already rated this politician.' }],
  [{ error: 'Already Rated' }],
  [{ detail: 'Conflict', error: 'already rated' }],
])('recognizes a second rating by %j', (failure) => {
  expect(ratingFailure(new ApiFailure({ status: 409, ...failure }))).toMatchObject({
    title: 'Already voted',
    description: 'You have already voted for this politician.',
  })
})

test('asks to try again later after any other failure', () => {
  expect(ratingFailure(new ApiFailure({ status: 500, detail: 'Boom' }))).toMatchObject({
    title: 'Vote failed',
    description: 'Rating could not be submitted. Please try again later.',
  })
})

test('shows the server’s text when the politician has left office', () => {
  const failure = new ApiFailure({ status: 409, code: 'retired', detail: 'No longer in office.' })

  expect(ratingFailure(failure)).toMatchObject({ title: 'Vote failed', description: 'No longer in office.' })
})

test.each([
  [{ status: 400, detail: 'Too long.' }, 'Too long.'],
  [{ status: 500, error: 'Out of order.' }, 'Out of order.'],
  [{ status: 500 }, 'Unable to post comment'],
  [{ status: 0 }, 'The server could not be reached. Check your connection and try again.'],
])('explains the failed comment %j', (failure, description) => {
  expect(commentFailure(new ApiFailure(failure))).toMatchObject({ title: 'Comment failed', description })
})
