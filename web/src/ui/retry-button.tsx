import { useLayoutEffect, useRef, useState, type ReactNode } from 'react'
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
  const button = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const element = button.current
    return () => {
      if (element && document.activeElement === element) focusReplacement(element)
    }
  }, [])
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
      <Button ref={button} variant={variant} size={size} loading={busy} onClick={() => void retry()}>
        Try Again {children && <span className="sr-only">{children}</span>}
      </Button>
      {/* Still here, so it failed. The change makes screen readers read the alert around it again. */}
      {failed && <span className="sr-only">Trying again failed.</span>}
    </>
  )
}

const regions = '[role="tabpanel"], [role="dialog"], section, main'

/** Focuses the heading of the smallest region around an element that is being removed. */
function focusReplacement(removed: Element): void {
  const around: Element[] = []
  for (let region = removed.closest(regions); region; region = region.parentElement?.closest(regions) ?? null) {
    around.push(region)
  }
  queueMicrotask(() => {
    if (document.activeElement !== document.body) return
    const region = around.find(({ isConnected }) => isConnected)
    const target = region?.querySelector<HTMLElement>('h1, h2, h3') ?? region
    if (!(target instanceof HTMLElement)) return
    if (target.tabIndex < 0) target.tabIndex = -1
    target.focus({ preventScroll: true })
  })
}
