import { expect, test } from 'vitest'
import { ApiFailure } from '#lib/request.ts'
import { ratingFailure, ratingThanks } from './messages.ts'

test('a recorded rating says thank you', () => {
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
])('a second rating says so: %j', (failure) => {
  expect(ratingFailure(new ApiFailure({ status: 409, ...failure }))).toMatchObject({
    title: 'Already voted',
    description: 'You have already voted for this politician.',
  })
})

test('any other failure asks to try again later', () => {
  expect(ratingFailure(new ApiFailure({ status: 500, detail: 'Boom' }))).toMatchObject({
    title: 'Vote failed',
    description: 'Rating could not be submitted. Please try again later.',
  })
})
