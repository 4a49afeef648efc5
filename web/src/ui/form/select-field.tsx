import { ChevronDown } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classes } from '#lib/classes.ts'
import { controlClass, Field } from './field.tsx'

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
        <div className="relative">
          <select {...rest} {...links} className={classes(controlClass, 'appearance-none truncate pr-10')}>
            {children}
          </select>
          <ChevronDown aria-hidden className="pointer-events-none absolute top-3 right-3 size-5 text-soft" />
        </div>
      )}
    </Field>
  )
}
