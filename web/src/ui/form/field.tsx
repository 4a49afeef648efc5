import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { classes } from '#lib/classes.ts'

/** Styles shared by inputs, selects and text areas. */
export const controlClass = classes(
  'block min-h-11 w-full rounded-control border border-edge bg-surface px-3.5 py-2 text-base text-ink',
  'placeholder:text-soft aria-invalid:border-bad aria-invalid:outline-bad disabled:cursor-not-allowed disabled:opacity-60 [&[readonly]]:bg-sunken [&[readonly]]:text-soft',
)

/** Attributes that connect a control with its label, hint and error. */
export interface FieldControlProps {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** A control with a label above, and hint and error below. */
export function Field({
  label,
  hideLabelOnPhone = false,
  hint,
  error,
  className,
  children,
}: {
  label: string
  /** Hides the label visually, for fields with a descriptive placeholder. Screen readers still announce it. */
  hideLabelOnPhone?: boolean
  hint?: string
  error?: ReactNode
  className?: string
  children: (controlProps: FieldControlProps) => ReactNode
}) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={className}>
      <label
        htmlFor={id}
        className={classes('mb-1.5 block text-sm font-semibold', hideLabelOnPhone && 'max-md:sr-only')}
      >
        {label}
      </label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy || undefined })}
      {hint && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-soft">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  )
}

export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="mt-1.5 flex items-start gap-1.5 text-sm font-medium text-bad">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span>{children}</span>
    </p>
  )
}
