import type { ReactNode } from 'react'
import { SelectField } from './select-field.tsx'

interface LoadedSelectProps {
  label: string
  name: string
  value: string
  onChange: (value: string) => void
  error?: ReactNode
  /** The first option, which chooses nothing. */
  placeholder: string
  /** Undefined until they have loaded. */
  options: readonly { value: string; text: string }[] | undefined
  /** Shown, with a button that loads again, if the options could not be loaded. */
  loadError: string | undefined
  onRetry: () => unknown
}

/** A required select whose options come from the server. */
export function LoadedSelectField({
  label,
  name,
  value,
  onChange,
  error,
  placeholder,
  options,
  loadError,
  onRetry,
}: LoadedSelectProps) {
  const loadAlert = loadError !== undefined && !options && (
    <span role="alert">
      {loadError}{' '}
      <button type="button" className="text-link" onClick={onRetry}>
        Try Again
      </button>
    </span>
  )
  return (
    <SelectField
      label={label}
      name={name}
      required
      value={value}
      onChange={({ target }) => onChange(target.value)}
      error={loadAlert || error}
    >
      <option value="">{placeholder}</option>
      {options?.map((option) => (
        <option key={option.value} value={option.value}>
          {option.text}
        </option>
      ))}
    </SelectField>
  )
}
