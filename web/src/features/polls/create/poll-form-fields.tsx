import { optionMaxLength, questionMaxLength } from '@wtpu/contract/polls/polls'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LoadedSelectField } from '#ui/form/loaded-select-field.tsx'
import { TextArea } from '#ui/form/text-area.tsx'
import { TextField } from '#ui/form/text-field.tsx'
import { pollCategoriesQuery } from '#features/polls/api.ts'

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
