import { alreadyVoted } from '@wtpu/contract/errors'
import type { ApiFailure } from '#lib/api/request.ts'

export const voteErrorTitle = 'Oops — vote not submitted'
const loginToVote = 'Please login to vote'
const voteFailed = 'Vote failed. Please try again.'
export const noPolls = { title: 'No polls available', description: 'Check back later for new polls!' }
export const noMatchingPolls = 'No polls match your criteria'

export const pollsFailedTitle = 'Polls could not be loaded'

/** Never shows a status code. For a network failure (status 0), the message asks the user to check the connection. */
export function pollsFailedText(failure: Pick<ApiFailure, 'status' | 'detail' | 'message'>): string {
  if (failure.status === 0) return failure.message
  return failure.detail || 'Something went wrong on our side.'
}

/** The server's detail takes precedence. */
export function voteErrorText(failure: Pick<ApiFailure, 'status' | 'detail'>): string {
  if (failure.status === 401) return loginToVote
  if (failure.detail) return failure.detail
  return failure.status === 409 ? alreadyVoted : voteFailed
}
