import { classes } from '#lib/classes.ts'
import { controlClass, Field } from '#ui/form/field.tsx'

/** The place of the politician select until it is here: it is more than the first screen needs. */
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
