import type { ComponentProps, ReactNode } from 'react'
import { classes } from '#lib/classes.ts'
import { controlClass, Field } from './field.tsx'

/** Several lines of text; with `limit` it says how many characters are used, as people count them. */
export function TextArea({
  label,
  hint,
  error,
  limit,
  className,
  ...rest
}: ComponentProps<'textarea'> & { label: string; hint?: string; error?: ReactNode; limit?: number; value: string }) {
  const used = Array.from(rest.value).length
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(links) => (
        <>
          <textarea rows={4} {...rest} {...links} className={classes(controlClass, 'resize-y')} />
          {limit !== undefined && (
            <p className={classes('mt-1 text-right text-sm tabular-nums', used > limit ? 'text-bad' : 'text-soft')}>
              {used}/{limit}
            </p>
          )}
        </>
      )}
    </Field>
  )
}
