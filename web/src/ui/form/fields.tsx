import { characterCount } from '#lib/characters.ts'
import { FieldError } from './field-error.tsx'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useId, type ComponentType, type ReactNode, useState, type ComponentProps } from 'react'
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

type Common = { label: string; hint?: string; error?: ReactNode; className?: string }

/** A text input with label, hint and error. */
export function TextField({ label, hint, error, className, ...rest }: ComponentProps<'input'> & Common) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(links) => <input type="text" {...rest} {...links} className={controlClass} />}
    </Field>
  )
}

/** A password input with a show/hide toggle. `secret` is the name used in the toggle's label. */
export function PasswordField({
  label,
  secret = label.toLowerCase(),
  hint,
  error,
  className,
  ...rest
}: ComponentProps<'input'> & Common & { secret?: string }) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(links) => (
        <div className="relative">
          <input {...rest} {...links} type={shown ? 'text' : 'password'} className={classes(controlClass, 'pr-12')} />
          <button
            type="button"
            aria-label={`${shown ? 'Hide' : 'Show'} ${secret}`}
            onClick={() => setShown(!shown)}
            className="absolute inset-y-0 right-0 flex w-11 items-center justify-center rounded-control text-soft hover:text-ink"
          >
            <Icon aria-hidden className="size-5" />
          </button>
        </div>
      )}
    </Field>
  )
}

/**
 * A text area. With `limit` it shows a character counter, which counts characters like the server. Screen readers say once that a text
 * is too long. `box` is the control, for
 * example one that suggests people to mention.
 */
export function TextArea({
  label,
  hint,
  error,
  limit,
  className,
  box: Box = 'textarea',
  ...rest
}: ComponentProps<'textarea'> & {
  label: string
  hint?: string
  error?: ReactNode
  limit?: number
  value: string
  box?: 'textarea' | ComponentType<ComponentProps<'textarea'>>
}) {
  const used = characterCount(rest.value)
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(links) => (
        <>
          <Box rows={4} {...rest} {...links} className={classes(controlClass, 'resize-y')} />
          {limit !== undefined && (
            <p className={classes('mt-1 text-right text-sm tabular-nums', used > limit ? 'text-bad' : 'text-soft')}>
              {used}/{limit}
              <span aria-live="polite" className="sr-only">
                {used > limit && `Longer than ${limit} characters`}
              </span>
            </p>
          )}
        </>
      )}
    </Field>
  )
}

/** A native select, because phones have the best pickers for it. */
export function SelectField({
  label,
  hint,
  error,
  className,
  children,
  ...rest
}: ComponentProps<'select'> & { label: string; hint?: string; error?: ReactNode }) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(links) => (
        <Select {...rest} {...links}>
          {children}
        </Select>
      )}
    </Field>
  )
}

/** A select with a label elsewhere. */
export function Select(props: ComponentProps<'select'>) {
  return (
    <div className="relative">
      <select {...props} className={classes(controlClass, 'appearance-none truncate pr-10')} />
      <ChevronDown aria-hidden className="pointer-events-none absolute top-3 right-3 size-5 text-soft" />
    </div>
  )
}
