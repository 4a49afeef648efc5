import type { ApiFailure } from '#lib/api/request.ts'

export const noComments = 'No comments yet'
export const commentsLoadFailed = 'Failed to load comments. Please try again.'
export const commentPosted = {
  title: 'Success',
  description: 'Your comment has been posted!',
  variant: 'success',
} as const

type Failure = Pick<ApiFailure, 'status' | 'code' | 'detail' | 'message'>

export const likeFailure = (failure: Failure) =>
  failureToast(failure, 'Failed to update like status. Please try again.')
export const commentFailure = (failure: Failure) =>
  failureToast(failure, 'Failed to post your comment. Please try again.')
/** An edit may come too late, which only the server's text explains. */
export const editFailure = (failure: Failure) => errorToast(failure.detail || failure.message)

/** For these failures, trying again would not help, and the server's text explains why. */
function failureToast({ status, code, detail }: Failure, text: string) {
  return errorToast(detail && (code === 'email_not_confirmed' || status === 429) ? detail : text)
}

const errorToast = (description: string) => ({ title: 'Error', description, variant: 'destructive' }) as const

export const postDeleted = 'This post was deleted.'

export const shareText = 'Check out this post on WTPU!'
/** TikTok has no page for sharing a link. */
export const copiedForTikTok = {
  title: 'Link copied',
  description: 'TikTok cannot receive links, so paste it into your TikTok post.',
}
