import { fullCount } from '@wtpu/contract/full-count'
import type { RatingType } from '@wtpu/contract/politicians'
import type { ApiFailure } from '#lib/api/request.ts'

export const ratingLabels = { good: 'Good Job', bad: 'Bad Job' } as const satisfies Record<RatingType, string>

/** The badge after voting. */
export const ratedBadges = {
  good: 'Rated Good Job!',
  bad: 'Rated Bad Job!',
} as const satisfies Record<RatingType, string>

export const moreGoodThanBad = 'More good than bad ratings'
export const noLongerInOffice = 'No longer in office'
export const noLongerRated = 'No longer in office: the ratings are final.'
/** Before one rates where fewer than `fewAnswers` have. */
export const fewRated = 'Few have rated. Others may be able to tell who chose what.'
export const noRatingsYet = 'No ratings yet'
/** Shown instead of a percentage if there are no ratings. */
export const noPercentage = '—'

export function ratingsText(total: number): string {
  return `${fullCount(total)} ${total === 1 ? 'rating' : 'ratings'}`
}

export const politicianNotFound = 'Politician Not Found'
export const noPoliticiansFound = 'No politicians found'

export const noComments = 'No comments yet'
export const commentPosted = { title: 'Your comment has been posted!', variant: 'success' } as const
export const wallLoadFailed = 'Comments could not be loaded'
export const formerOfficialNotice = (name: string) => `${name} is no longer in office and cannot be contacted here.`
export const messageSent = "Message sent to politician's office!"
export const messageEmpty = 'Nothing was sent, because the message was empty.'

export const officeHours = 'Monday - Friday, 9 AM - 5 PM'
export const responseTime = '3-5 business days'

export const noRelatedPolls = 'No polls yet'
export const relatedPollsFailed = 'Polls could not be loaded'

export function ratingThanks(type: RatingType) {
  return {
    title: 'Thank you!',
    description: `${ratingLabels[type]} vote has been recorded.`,
    variant: 'success',
  } as const
}

export const undoneRating = (name: string) =>
  ({
    title: 'Your rating was taken back.',
    description: `You can rate ${name} once more. That rating is final.`,
    variant: 'success',
  }) as const

export const undoFailureTitle = ({ code }: Pick<ApiFailure, 'code'>) =>
  code === 'unanswered' ? 'We do not know whether your rating was taken back' : 'Your rating was not taken back'

export function ratingFailure(failure: Pick<ApiFailure, 'code' | 'detail' | 'error' | 'message'>) {
  if (failure.code === 'unanswered') {
    return {
      title: 'We do not know whether your rating arrived',
      description: failure.detail,
      variant: 'destructive',
    } as const
  }
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
    // For these codes, trying again later would not help, and the server's text explains why.
    description: ['retired', 'ratings_closed', 'email_not_confirmed'].includes(failure.code)
      ? failure.detail
      : 'Rating could not be submitted. Please try again later.',
    variant: 'destructive',
  } as const
}

/** The server's detail takes precedence. */
export function commentFailure(failure: Pick<ApiFailure, 'status' | 'detail' | 'error' | 'message'>) {
  return {
    title: 'Comment failed',
    description: failure.detail || failure.error || (failure.status === 0 ? failure.message : 'Unable to post comment'),
    variant: 'destructive',
  } as const
}

/** Uses the feed's wording, because the specification has none for the wall. */
export const likeFailure = {
  title: 'Like failed',
  description: 'Failed to update like status. Please try again.',
  variant: 'destructive',
} as const

export function contactFailure(failure: Pick<ApiFailure, 'message'>) {
  return { title: 'Message not sent', description: failure.message, variant: 'destructive' } as const
}
