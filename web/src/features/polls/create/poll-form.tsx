import { characterCount } from '@wtpu/contract/characters'
import { optionMaxLength, questionMaxLength } from '@wtpu/contract/polls/polls'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Part } from '#lib/part.tsx'
import { Checkbox } from '#ui/form/checkbox.tsx'
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
  error?: ReactNode
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
  const used = characterCount(value)
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

/** Whether voters are asked for a fair account of the other side, where they give reasons. */
export function OtherSideField({
  checked,
  onChange,
  error,
}: {
  checked: boolean
  onChange: (checked: boolean) => void
  error?: ReactNode
}) {
  return (
    <Part of="reasons">
      <Checkbox
        name="asks_other_side"
        label="Ask voters also for the best reason for the answer that they did not choose"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
        error={error}
        className="-my-2"
      />
    </Part>
  )
}

/** Lists what is wrong. `incomplete` is what it says of empty fields. */
export function PollFormAlert({
  form: { failure, isWrong, isPending },
  incomplete,
}: {
  form: { failure: ApiFailure | undefined; isWrong: boolean; isPending: boolean }
  incomplete: string
}) {
  if (!failure && !isWrong) return null
  return (
    <div className="grid gap-3">
      <FormAlert pending={isPending}>
        {(failure ? failureLines(failure) : [incomplete]).map((line) => (
          <span key={line} className="block">
            {line}
          </span>
        ))}
      </FormAlert>
      {failure && resendAction(failure)}
    </div>
  )
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
  no_opinion_options: 'Options of no opinion',
  second_wording: 'Second wording',
  reveal: 'Results are shown',
  asks_other_side: 'Reasons of the other side',
  schedule_date: 'Schedule date',
  schedule_time: 'Schedule time',
  user_timezone: 'Time zone',
}

/** Field errors, else the server's text, else "Unknown error". */
function failureLines({ fields, detail, error, status, message }: ApiFailure): string[] {
  const lines = Object.entries(fields).map(
    ([field, messages]) => `${fieldNames[field] ?? field}: ${messages.join(' ')}`,
  )
  return lines.length > 0 ? lines : [detail || error || (status === 0 ? message : unknownError)]
}
