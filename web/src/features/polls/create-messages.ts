import type { ApiFailure } from '#lib/request.ts'

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
