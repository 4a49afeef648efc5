import { maxCountedDiscussions } from '@wtpu/contract/forums/discussions'
import type { ApiFailure } from '#lib/api/request.ts'
import { fullCount } from '#lib/format.ts'

export const noDiscussions = 'No discussions yet'
export const noMatchingDiscussions = 'No discussions match your search'
export const nothingTrending = 'Nothing is trending right now'

/** Never shows a status code. For a network failure (status 0), the message asks the user to check the connection. */
export function forumsFailedText(failure: Pick<ApiFailure, 'status' | 'detail' | 'message'>): string {
  return failure.status === 0 ? failure.message : failure.detail || 'Something went wrong on our side.'
}

/** A search counts its matches up to a limit. */
export function discussionCount(count: number, isSearch: boolean): string {
  return isSearch && count >= maxCountedDiscussions ? `${fullCount(maxCountedDiscussions)}+` : fullCount(count)
}

/** For example "1 reply" and "2 replies". */
export function amount(count: number, one: string, many: string): string {
  return `${fullCount(count)} ${count === 1 ? one : many}`
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
