import type { ApiFailure } from '#lib/api/request.ts'

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

/** What a form was refused for: the lines of its alert, and below which fields they are said again, by name. */
export interface Problems {
  lines: readonly string[]
  fields: Readonly<Record<string, string | undefined>>
  /** The server's code for the refusal. */
  code?: string
}
export const noProblems: Problems = { lines: [], fields: {} }

/** A form that was not sent, and what it lacks. */
export function incomplete(line: string, missing: readonly string[]): Problems {
  return { lines: [line], fields: Object.fromEntries(missing.map((field) => [field, 'Please fill in this field.'])) }
}

/** Specification 8, poll create or schedule failure: each field with its messages, or the plain text, or Unknown error. */
export function createFailure(
  failure: Pick<ApiFailure, 'status' | 'code' | 'fields' | 'detail' | 'error' | 'message'>,
): Problems {
  const fields = Object.entries(failure.fields).map(([field, messages]) => [field, messages.join(' ')] as const)
  if (fields.length > 0) {
    return {
      lines: fields.map(([field, text]) => `${fieldNames[field] ?? field}: ${text}`),
      fields: Object.fromEntries(fields),
    }
  }
  return {
    lines: [failure.detail || failure.error || (failure.status === 0 ? failure.message : unknownError)],
    fields: {},
    code: failure.code || undefined,
  }
}
