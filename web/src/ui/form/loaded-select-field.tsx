import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import { SelectField } from './fields.tsx'

interface LoadedSelectProps {
  label: string
  name: string
  value: string
  onChange: (value: string) => void
  error?: ReactNode
  required?: boolean
  /** The first option, which chooses nothing. */
  placeholder: string
  /** Undefined until they have loaded. */
  options: readonly { value: string; text: string }[] | undefined
  /** Shown, with a button that loads again, if the options could not be loaded. */
  loadError: string | undefined
  onRetry: () => unknown
}

/** A select whose options come from the server. */
export function LoadedSelectField({
  label,
  name,
  value,
  onChange,
  error,
  required = true,
  placeholder,
  options,
  loadError,
  onRetry,
}: LoadedSelectProps) {
  const select = useRef<HTMLSelectElement>(null)
  const loadAlert = loadError !== undefined && !options && (
    <LoadAlert select={select} onRetry={onRetry}>
      {loadError}
    </LoadAlert>
  )
  return (
    <SelectField
      ref={select}
      label={label}
      name={name}
      required={required}
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

/** Passes the focus of its button on to the select, once the options are loaded. */
function LoadAlert({
  select,
  onRetry,
  children,
}: {
  select: RefObject<HTMLSelectElement | null>
  onRetry: () => unknown
  children: ReactNode
}) {
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const [element, field] = [button.current, select.current]
    return () => {
      if (document.activeElement === element) field?.focus()
    }
  }, [select])
  return (
    <span role="alert">
      {children}{' '}
      <button ref={button} type="button" className="text-link" onClick={onRetry}>
        Try Again
      </button>
    </span>
  )
}
