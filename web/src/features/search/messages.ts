import { maxCountedMatches, type SearchKind } from '@wtpu/contract/site/search'
import type { ApiFailure } from '#lib/api/api.ts'

export const kindLabels: Record<SearchKind, string> = {
  officials: 'Officials',
  polls: 'Polls',
  discussions: 'Discussions',
  posts: 'Posts',
  comments: 'Comments',
  people: 'People',
}

/** Matches are counted up to a bound. */
export function countLabel(count: number): string {
  return count < maxCountedMatches ? String(count) : `${maxCountedMatches}+`
}

/** Never shows a status code. For a network failure (status 0), the message asks the user to check the connection. */
export function failedText(failure: Pick<ApiFailure, 'status' | 'detail' | 'message'>): string {
  return failure.status === 0 ? failure.message : failure.detail || 'Something went wrong on our side.'
}
