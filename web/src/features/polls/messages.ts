import { alreadyVoted } from '@wtpu/contract/polls'
import type { ApiFailure } from '#lib/request.ts'

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

/** Specification 5 and 8. */
export const createIncomplete = 'Question, 2+ options and category are required'
export const scheduleIncomplete = 'Please fill in every required field'
export const pollScheduled = 'Poll scheduled!'
const unknownError = 'Unknown error'

const fieldNames: Record<string, string> = {
  question: 'Question',
  description: 'Description',
  options: 'Options',
  category: 'Category',
  duration_days: 'Duration',
  politician: 'Politician',
  schedule_date: 'Schedule date',
  schedule_time: 'Schedule time',
  user_timezone: 'Time zone',
}

/** Specification 8, poll create or schedule failure: each field with its messages, or the plain text, or Unknown error. */
export function createFailureLines(
  failure: Pick<ApiFailure, 'status' | 'fields' | 'detail' | 'error' | 'message'>,
): string[] {
  const lines = Object.entries(failure.fields).map(
    ([field, messages]) => `${fieldNames[field] ?? field}: ${messages.join(' ')}`,
  )
  if (lines.length > 0) return lines
  return [failure.detail || failure.error || (failure.status === 0 ? failure.message : unknownError)]
}
