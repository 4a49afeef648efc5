import type { ReactNode } from 'react'
import { classes } from '#lib/classes.ts'
import { controlClass, Field } from '#ui/form/fields.tsx'

/** Shown until the lazily loaded politician select is ready. */
export function PoliticianSelectPlaceholder({ error }: { error?: ReactNode }) {
  return (
    <Field label="Politician" error={error}>
      {(links) => (
        <input
          {...links}
          disabled
          placeholder="All Politicians"
          className={classes(controlClass, 'placeholder:text-ink!')}
        />
      )}
    </Field>
  )
}

export function PoliticianSelectNotLoaded({ onRetry }: { onRetry: () => Promise<boolean> }) {
  return (
    <PoliticianSelectPlaceholder
      error={
        <>
          The officials could not be loaded.{' '}
          <button type="button" className="text-link" onClick={() => void onRetry()}>
            Try Again
          </button>
        </>
      }
    />
  )
}
