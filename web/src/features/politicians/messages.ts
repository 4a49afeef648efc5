import type { RatingType } from '@wtpu/contract/politicians'
import type { ApiFailure } from '#lib/request.ts'

export const ratingNames = { good: 'Good Job', bad: 'Bad Job' } as const satisfies Record<RatingType, string>

/** Specification 2, politician profile: the badge after voting. */
export const ratedBadges = {
  good: 'Rated Good Job!',
  bad: 'Rated Bad Job!',
} as const satisfies Record<RatingType, string>

export const moreGoodThanBad = 'More good than bad ratings'
export const noRatingsYet = 'No ratings yet'
export const politicianNotFound = 'Politician Not Found'
export const noPoliticiansFound = 'No politicians found'

export function ratingThanks(type: RatingType) {
  return {
    title: 'Thank you!',
    description: `${ratingNames[type]} vote has been recorded.`,
    variant: 'success',
  } as const
}

/** Specification 8, rating. */
export function ratingFailure(failure: Pick<ApiFailure, 'detail' | 'error' | 'message'>) {
  const alreadyRated = [failure.detail, failure.error, failure.message].some((text) =>
    text.toLowerCase().includes('already rated'),
  )
  if (alreadyRated) {
    return {
      title: 'Already voted',
      description: 'You have already voted for this politician.',
      variant: 'destructive',
    } as const
  }
  return {
    title: 'Vote failed',
    description: 'Rating could not be submitted. Please try again later.',
    variant: 'destructive',
  } as const
}
