import { fullCount } from '@wtpu/contract/full-count'
import { maxCountedDiscussions } from '@wtpu/contract/forums/discussions'
import type { ApiFailure } from '#lib/api/request.ts'

type Failure = Pick<ApiFailure, 'detail' | 'message' | 'status'>

export const noDiscussions = 'No discussions yet'
export const noMatchingDiscussions = 'No discussions match your search'
export const nothingTrending = 'Nothing is trending right now'

/** A search counts its matches up to a limit. */
export function discussionCount(count: number, isSearch: boolean): string {
  return isSearch && count >= maxCountedDiscussions ? `${fullCount(maxCountedDiscussions)}+` : fullCount(count)
}

/** For example "1 reply" and "2 replies". */
export function amount(count: number, noun: string, plural: string): string {
  return `${fullCount(count)} ${count === 1 ? noun : plural}`
}

export const discussionCreated = {
  title: 'Discussion created',
  description: 'Your topic has been posted.',
  variant: 'success',
} as const

export function createFailure(failure: Pick<ApiFailure, 'status' | 'detail' | 'error' | 'message'>) {
  const fallback = failure.status === 0 ? failure.message : 'Unable to create discussion'
  return {
    title: 'Create failed',
    description: failure.detail || failure.error || fallback,
    variant: 'destructive',
  } as const
}

export const missingText = "The discussion you're looking for doesn't exist or has been removed."
export const loadFailed = 'Unable to Load Discussion'

export const discussionSaved = { title: 'Discussion updated', variant: 'success' } as const
export const saveFailure = ({ detail, message }: Failure) =>
  ({ title: 'Update failed', description: detail || message, variant: 'destructive' }) as const
export const discussionDeleted = { title: 'Discussion deleted', variant: 'success' } as const
export const discussionLocked = { title: 'Discussion locked', variant: 'success' } as const
export const discussionUnlocked = { title: 'Discussion unlocked', variant: 'success' } as const

export const guidelines = [
  'Argue with ideas, not with people.',
  'Say where your facts come from.',
  'Assume that others mean well.',
  'Stay on the topic of the discussion.',
]

export const sortLabels = {
  newest: 'Newest First',
  oldest: 'Oldest First',
  popular: 'Most Popular',
  common_ground: 'Common Ground',
} as const

/** Shown instead of the text of a deleted or removed comment that has replies. */
export const tombstones = {
  deleted: 'Removed by its author',
  removed: 'Removed by a moderator',
  muted: 'By a person you muted',
} as const

export const repliesLoadFailed = 'Replies could not be loaded'
export const noReplies = 'No replies yet'
export const commentMissing = 'This comment doesn’t exist or has been removed. Here are all replies.'
export const threadMissing = 'This part of the discussion doesn’t exist or has been removed.'

export const commentFailure = (failure: Failure) => failureToast('Comment failed', failure, 'Unable to add comment')
export const likeFailure = (failure: Failure) => failureToast('Action failed', failure, 'Like failed')
export const dislikeFailure = (failure: Failure) => failureToast('Action failed', failure, 'Dislike failed')
export const unlockFailure = (failure: Failure) =>
  failureToast('Action failed', failure, 'The discussion is still locked.')
export const unchangedFailure = (failure: Failure) =>
  failureToast('Action failed', failure, 'The comment was not changed')

/** Without a connection, only the message of the failure explains it. */
function failureToast(title: string, { detail, message, status }: Failure, fallback: string) {
  return { title, description: detail || (status === 0 && message) || fallback, variant: 'destructive' } as const
}

export const replyCount = (count: number) => amount(count, 'reply', 'replies')
