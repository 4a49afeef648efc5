import { lazy, Suspense } from 'react'
import { useTickerOpen } from '#features/politicians/ticker/ticker-closed-flag.ts'
import { useIdle } from '#lib/use-idle.ts'

// The ticker is optional: if its chunk fails to load, render nothing instead of an error.
const Ticker = lazy((): Promise<{ default: typeof import('#features/politicians/ticker/ticker.tsx').Ticker }> =>
  import('#features/politicians/ticker/ticker.tsx').then(
    (module) => ({ default: module.Ticker }),
    () => ({ default: () => null }),
  ),
)

/** The ticker at the bottom of the home page. Loaded once the browser is idle, and never if the user closed it. */
export function HomeTicker() {
  const open = useTickerOpen()
  const idle = useIdle()
  if (!open || !idle) return null
  return (
    <Suspense>
      <Ticker position="bottom" />
    </Suspense>
  )
}
