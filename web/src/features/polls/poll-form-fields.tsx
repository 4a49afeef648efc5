import { optionMaxLength, questionMaxLength } from '@wtpu/contract/polls'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { SelectField } from '#ui/select-field.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import { pollCategoriesQuery } from './api.ts'

/** The fields that both forms of a poll have in common. */
export function QuestionField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
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
    />
  )
}

export function CategoryField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { data: categories, isError, refetch } = useQuery(pollCategoriesQuery())
  return (
    <SelectField
      label="Category"
      name="category"
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
      error={
        isError && (
          <span role="alert">
            The categories could not be loaded.{' '}
            <button type="button" className="text-link" onClick={() => void refetch()}>
              Try Again
            </button>
          </span>
        )
      }
    >
      <option value="">Select a category</option>
      {categories?.map(({ id, name }) => (
        <option key={id} value={String(id)}>
          {name}
        </option>
      ))}
    </SelectField>
  )
}

/** `beside` is the button that removes the option, where it can be removed. */
export function OptionField({
  number,
  value,
  onChange,
  beside,
}: {
  number: number
  value: string
  onChange: (value: string) => void
  beside?: ReactNode
}) {
  const used = Array.from(value).length
  const over = used > optionMaxLength
  return (
    <div className="flex items-end gap-2">
      <TextField
        label={`Option ${number}`}
        name={`option-${number}`}
        required={number <= 2}
        autoComplete="off"
        className="min-w-0 flex-1"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        error={over && `${used}/${optionMaxLength} characters`}
      />
      {beside}
    </div>
  )
}
