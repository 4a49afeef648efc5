import { alreadyVoted } from '@wtpu/contract/errors'
import type { ApiFailure } from '#lib/api/request.ts'

export const voteErrorTitle = 'Oops — vote not submitted'
const loginToVote = 'Please login to vote'
const voteFailed = 'Vote failed. Please try again.'
export const undoErrorTitle = 'Your vote was not taken back'
export const noPolls = { title: 'No polls available', description: 'Check back later for new polls!' }
export const noMatchingPolls = 'No polls match your criteria'

export const pollsFailedTitle = 'Polls could not be loaded'

/** The server's detail takes precedence. */
export function voteErrorText(failure: Pick<ApiFailure, 'status' | 'detail'>): string {
  if (failure.status === 401) return loginToVote
  if (failure.detail) return failure.detail
  return failure.status === 409 ? alreadyVoted : voteFailed
}
