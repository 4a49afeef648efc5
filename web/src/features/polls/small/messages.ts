import { alreadyVoted } from '@wtpu/contract/errors'
import type { ApiFailure } from '#lib/api/request.ts'

const voteRejected = 'Oops — vote not submitted'
const loginToVote = 'Please login to vote'
const voteFailed = 'Vote failed. Please try again.'
export const noPolls = { title: 'No polls available', description: 'Check back later for new polls!' }
export const noMatchingPolls = 'No polls match your criteria'

export const pollsFailedTitle = 'Polls could not be loaded'

export const voteErrorTitle = (failure: Pick<ApiFailure, 'code'> | null) =>
  failure?.code === 'unanswered' ? 'We do not know whether your vote arrived' : voteRejected

export const undoErrorTitle = ({ code }: Pick<ApiFailure, 'code'>) =>
  code === 'unanswered' ? 'We do not know whether your vote was taken back' : 'Your vote was not taken back'

/** The server's detail takes precedence. */
export function voteErrorText(failure: Pick<ApiFailure, 'status' | 'detail'>): string {
  if (failure.status === 401) return loginToVote
  if (failure.detail) return failure.detail
  return failure.status === 409 ? alreadyVoted : voteFailed
}
