import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import type { ReactNode } from 'react'
import { classes } from '#lib/classes.ts'

interface AlertProps {
  /**
   * The next try is pending. The alert keeps its place, unseen: otherwise the button would move up, and the second click of a
   * double click would hit what is below it. Screen readers announce the alert again once it is shown.
   */
  pending?: boolean
  children: ReactNode
}

/** An error about the form as a whole, announced immediately. */
export function FormAlert({ pending = false, children }: AlertProps) {
  return (
    <p
      role="alert"
      className={classes(
        'flex max-w-full flex-wrap items-start gap-2.5 rounded-control border border-bad bg-bad-tint p-3.5 font-medium text-bad',
        pending && 'invisible',
      )}
    >
      <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      <span className="min-w-0 flex-1 basis-40 wrap-anywhere">{children}</span>
    </p>
  )
}

/** An error about one field, announced immediately. */
export function FieldAlert({ pending = false, children }: AlertProps) {
  return (
    <span role="alert" className={pending ? 'invisible' : undefined}>
      {children}
    </span>
  )
}
