import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { RetryButton } from './retry-button.tsx'

/**
 * Explains what failed and offers Try Again, which is busy until the promise of `onRetry` resolves. `action` is rendered before
 * it.
 */
export function ErrorState({
  title,
  children,
  onRetry,
  action,
}: {
  title: string
  children?: ReactNode
  onRetry?: () => unknown
  action?: ReactNode
}) {
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-3 rounded-card border border-line bg-surface px-6 py-12 text-center wrap-anywhere"
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
