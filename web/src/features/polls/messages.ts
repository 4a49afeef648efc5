import { alreadyVoted } from '@wtpu/contract/polls'
import type { ApiFailure } from '#lib/api/request.ts'

export const voteErrorTitle = 'Oops — vote not submitted'
const loginToVote = 'Please login to vote'
const voteFailed = 'Vote failed. Please try again.'
export const noPolls = { title: 'No polls available', description: 'Check back later for new polls!' }
export const noMatch = 'No polls match your criteria'

export const pollsFailedTitle = 'Polls could not be loaded'

/** A status number tells a citizen nothing; a lost connection is theirs to look at. */
export function pollsFailedText(failure: Pick<ApiFailure, 'status' | 'detail' | 'message'>): string {
  if (failure.status === 0) return failure.message
  return failure.detail || 'Something went wrong on our side.'
}

/** Specification 8, poll vote failure: the server's own words first. */
export function voteErrorText(failure: Pick<ApiFailure, 'status' | 'detail'>): string {
  if (failure.status === 401) return loginToVote
  if (failure.detail) return failure.detail
  return failure.status === 409 ? alreadyVoted : voteFailed
}
