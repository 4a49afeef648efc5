import { classes } from '#lib/classes.ts'
import { controlClass, Field } from '#ui/form/field.tsx'

/** Shown until the lazily loaded politician select is ready. */
export function PoliticianSelectPlaceholder() {
  return (
    <Field label="Politician">
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
