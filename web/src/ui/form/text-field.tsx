import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { classes } from '#lib/classes.ts'
import { controlClass, Field } from './field.tsx'

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
