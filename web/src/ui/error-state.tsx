import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import type { ReactNode } from 'react'
import { classes } from '#lib/classes.ts'
import { RetryButton } from './retry-button.tsx'

/**
 * Explains what failed and offers Try Again, which is busy until the promise of `onRetry` resolves. A failed `query`
 * provides both the text and Try Again. `action` is rendered before Try Again. `inCard` omits the frame, for a place that has one.
 */
export function ErrorState({
  title,
  query,
  children = query?.error?.message,
  onRetry = query && (() => query.refetch()),
  action,
  inCard = false,
}: {
  title: string
  query?: { error: Error | null; refetch: () => unknown }
  children?: ReactNode
  onRetry?: () => unknown
  action?: ReactNode
  inCard?: boolean
}) {
  return (
    <div
      role="alert"
      className={classes(
        'flex flex-col items-center gap-3 text-center text-balance wrap-anywhere',
        inCard ? 'py-4' : 'rounded-card border border-line bg-surface px-4 py-12',
      )}
    >
      <CircleAlert aria-hidden className="size-8 text-bad" />
      <p className="font-serif text-xl font-semibold">{title}</p>
      {children && <div className="max-w-prose text-soft">{children}</div>}
      <div className="mt-2 flex flex-wrap justify-center gap-3">
        {action}
        {onRetry && <RetryButton onRetry={onRetry} />}
      </div>
    </div>
  )
}
