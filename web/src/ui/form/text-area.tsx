import type { ComponentProps, ReactNode } from 'react'
import { classes } from '#lib/classes.ts'
import { controlClass, Field } from './field.tsx'

/** A text area. With `limit` it shows a character counter, which counts code points like the server. */
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
