import { fullCount } from '#lib/format.ts'
import type { ApiFailure } from '#lib/api/request.ts'

export const sortLabels = {
  newest: 'Newest First',
  oldest: 'Oldest First',
  popular: 'Most Popular',
} as const

/** The button above the first loaded comment, in the words of each order. */
export const previousLabels = {
  newest: 'Show newer replies',
  oldest: 'Show earlier replies',
  popular: 'Show more popular replies',
} as const

/** Shown instead of the text of a deleted or removed comment that has replies. */
export const tombstones = {
  deleted: 'Removed by its author',
  removed: 'Removed by a moderator',
} as const

export const repliesLoadFailed = 'Replies could not be loaded'
export const moreRepliesFailure = {
  title: repliesLoadFailed,
  description: 'Please try again.',
  variant: 'destructive',
} as const
export const noReplies = 'No replies yet'
export const commentMissing = 'This comment doesn’t exist or has been removed. Here are all replies.'
export const threadMissing = 'This part of the discussion doesn’t exist or has been removed.'

type Failure = Pick<ApiFailure, 'detail' | 'message' | 'status'>

export const commentFailure = (failure: Failure) => failureToast('Comment failed', failure, 'Unable to add comment')
export const likeFailure = (failure: Failure) => failureToast('Action failed', failure, 'Like failed')
export const dislikeFailure = (failure: Failure) => failureToast('Action failed', failure, 'Dislike failed')
export const unchangedFailure = (failure: Failure) =>
  failureToast('Action failed', failure, 'The comment was not changed')

/** Without a connection, only the message of the failure explains it. */
function failureToast(title: string, { detail, message, status }: Failure, fallback: string) {
  return { title, description: detail || (status === 0 && message) || fallback, variant: 'destructive' } as const
}

/** "1 reply", "1,200 replies". */
export function replyCount(count: number): string {
  return `${fullCount(count)} ${count === 1 ? 'reply' : 'replies'}`
}
