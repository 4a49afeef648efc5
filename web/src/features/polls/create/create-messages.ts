import type { ApiFailure } from '#lib/api/request.ts'

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

/** The errors of a form: the lines of its alert, and the messages shown below fields, by field name. */
export interface FormErrors {
  lines: readonly string[]
  fields: Readonly<Record<string, string | undefined>>
  /** The server's error code. */
  code?: ApiFailure['code']
}
export const noFormErrors: FormErrors = { lines: [], fields: {} }

/** The errors of a form that was not sent because required fields are empty. */
export function missingFieldErrors(line: string, missing: readonly string[]): FormErrors {
  return { lines: [line], fields: Object.fromEntries(missing.map((field) => [field, 'Please fill in this field.'])) }
}

/** Field errors, else the server's text, else "Unknown error". */
export function createPollErrors(
  failure: Pick<ApiFailure, 'status' | 'code' | 'fields' | 'detail' | 'error' | 'message'>,
): FormErrors {
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
