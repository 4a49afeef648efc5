import { CircleAlert } from 'lucide-react'
import { RetryButton } from '#ui/retry-button.tsx'

/** Shown above all polls when the politician named in a link was not found or could not be loaded. */
export function LinkedPoliticianNotice({ name, onRetry }: { name: string; onRetry?: () => unknown }) {
  return (
    <div
      aria-live="polite"
      className="mb-8 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-warning-tint p-4"
    >
      <CircleAlert aria-hidden className="size-5 shrink-0 text-warning" />
      <p className="min-w-0 flex-1 wrap-anywhere">
        <strong>{onRetry ? 'The politician could not be looked up.' : `No politician matches “${name}”.`}</strong> Here
        are all polls.
      </p>
      {onRetry && <RetryButton size="small" onRetry={onRetry} />}
    </div>
  )
}
