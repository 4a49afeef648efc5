import { optionMaxLength, questionMaxLength } from '@wtpu/contract/polls/polls'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { LoadedSelectField } from '#ui/form/loaded-select-field.tsx'
import { TextArea, TextField } from '#ui/form/fields.tsx'
import { pollCategoriesQuery } from '#features/polls/api.ts'
import { FormAlert } from '#ui/form/form-alert.tsx'
import { resendAction } from '#ui/resend-confirmation.tsx'
import type { ApiFailure } from '#lib/api/request.ts'

/** Props of the fields that the create and schedule forms share. */
interface FieldProps {
  value: string
  onChange: (value: string) => void
  error?: string
}

export function QuestionField({ value, onChange, error }: FieldProps) {
  return (
    <TextArea
      label="Question"
      name="question"
      rows={2}
      required
      limit={questionMaxLength}
      placeholder="What would you like to ask?"
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={error}
    />
  )
}

export function CategoryField({ value, onChange, error }: FieldProps) {
  const { data: categories, isError, refetch } = useQuery(pollCategoriesQuery())
  return (
    <LoadedSelectField
      label="Category"
      name="category"
      value={value}
      onChange={onChange}
      error={error}
      placeholder="Select a category"
      options={categories?.map(({ id, name }) => ({ value: String(id), text: name }))}
      loadError={isError ? 'The categories could not be loaded.' : undefined}
      onRetry={() => refetch()}
    />
  )
}

/** `action` is rendered next to the field, such as a remove button. */
export function OptionField({
  number,
  value,
  onChange,
  error,
  action,
}: FieldProps & { number: number; action?: ReactNode }) {
  const used = Array.from(value).length
  const over = used > optionMaxLength
  return (
    <div className="flex items-start gap-2">
      <TextField
        label={`Option ${number}`}
        name={`option-${number}`}
        required={number <= 2}
        autoComplete="off"
        className="min-w-0 flex-1"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={error ?? (over && `${used}/${optionMaxLength} characters`)}
      />
      {/* Aligned with the input, even with an error below it. */}
      {action && <div className="mt-6.5">{action}</div>}
    </div>
  )
}

/** Lists the errors of a poll form. Focuses the first invalid field, or scrolls to this alert if there is none. */
export function FormErrorsAlert({ errors }: { errors: FormErrors }) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (errors.lines.length === 0) return
    const field = container.current?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (field) field.focus()
    else container.current?.scrollIntoView({ block: 'nearest' })
  }, [errors])
  return (
    <div ref={container}>
      {errors.lines.length > 0 && (
        <FormAlert>
          {errors.lines.map((line) => (
            <span key={line} className="block">
              {line}
            </span>
          ))}
        </FormAlert>
      )}
      {errors.code && <div className="mt-3">{resendAction({ code: errors.code })}</div>}
    </div>
  )
}

/** Moves focus to `next` after a dialog's action succeeded, instead of back to the button that opened the dialog. */
export function useFocusAfterSuccess(open: boolean, next: () => Element | null) {
  const shown = useRef(open)
  const succeeded = useRef(false)
  useEffect(() => {
    shown.current = open
  }, [open])
  return {
    /** Records the success. Returns false if the dialog was already closed: then focus must not move. */
    succeed(): boolean {
      succeeded.current = shown.current
      return shown.current
    },
    /** Pass to the dialog's `focusAfter`. */
    focusAfter(): Element | null {
      if (!succeeded.current) return null
      succeeded.current = false
      return next()
    },
  }
}

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
  roll_call: 'Vote of Congress',
  roll_call_options: 'Options that mean yes and no',
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
