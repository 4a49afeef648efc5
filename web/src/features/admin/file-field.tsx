import { useId, type ReactNode } from 'react'
import { FieldError } from '#ui/form/field-error.tsx'

export function FileField({
  label,
  hint,
  accept,
  multiple = false,
  disabled,
  error,
  onFiles,
  children,
}: {
  label: string
  hint: string
  accept: string
  multiple?: boolean
  disabled: boolean
  error?: ReactNode
  onFiles: (files: File[]) => void
  children?: ReactNode
}) {
  const id = useId()
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <input
        id={id}
        type="file"
        accept={accept}
        multiple={multiple}
        disabled={disabled}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
        className="block min-h-11 w-full text-sm file:mr-3 file:min-h-11 file:cursor-pointer file:rounded-control file:border file:border-edge file:bg-surface file:px-3 file:font-semibold file:text-ink"
        onChange={({ target }) => onFiles([...(target.files ?? [])])}
      />
      <p id={`${id}-hint`} className="mt-1 text-sm wrap-anywhere text-soft">
        {hint}
      </p>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {children}
    </div>
  )
}
