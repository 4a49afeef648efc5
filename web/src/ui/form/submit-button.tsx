import { useId, type ReactNode } from 'react'
import { classes } from '#lib/classes.ts'
import { Button } from '#ui/button.tsx'

interface SubmitButtonProps {
  /** What the form still needs. */
  missing: string
  isMissing: boolean
  loading?: boolean
  children: ReactNode
}

/** The button of a form that is disabled until a field is filled in, and says why. */
export function SubmitButton({ missing, isMissing, loading = false, children }: SubmitButtonProps) {
  const id = useId()
  return (
    <>
      <Button
        type="submit"
        size="large"
        loading={loading}
        disabled={isMissing}
        aria-describedby={isMissing ? id : undefined}
      >
        {children}
      </Button>
      <p id={id} className={classes('-mt-2 text-sm text-soft', !isMissing && 'invisible')}>
        {missing}
      </p>
    </>
  )
}
