import { useState, type ReactNode } from 'react'
import { passFocus } from '#lib/pass-focus.ts'
import { Button, type ButtonSize, type ButtonVariant } from './button.tsx'

/** Loads what failed again. It is busy until `onRetry` resolves, and passes its focus on to what then takes its place. */
export function RetryButton({
  onRetry,
  variant = 'secondary',
  size,
  children,
}: {
  onRetry: () => unknown
  variant?: ButtonVariant
  size?: ButtonSize
  /** What is loaded, for screen readers. */
  children?: ReactNode
}) {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState(false)
  async function retry() {
    setBusy(true)
    setFailed(false)
    try {
      await onRetry()
    } finally {
      setBusy(false)
      setFailed(true)
    }
  }
  return (
    <>
      <Button ref={passFocus} variant={variant} size={size} loading={busy} onClick={() => void retry()}>
        Try Again {children && <span className="sr-only">{children}</span>}
      </Button>
      {/* Still here, so it failed. The change makes screen readers read the alert around it again. */}
      {failed && <span className="sr-only">Trying again failed.</span>}
    </>
  )
}
