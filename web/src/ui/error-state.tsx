import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

/** Explains what failed and offers Try Again. `action` is rendered before the Try Again button. */
export function ErrorState({
  title,
  children,
  onRetry,
  action,
}: {
  title: string
  children?: ReactNode
  onRetry?: () => void
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
        {onRetry && (
          <Button variant="secondary" onClick={onRetry}>
            Try Again
          </Button>
        )}
      </div>
    </div>
  )
}
