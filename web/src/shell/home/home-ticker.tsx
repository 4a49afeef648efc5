import { lazy, Suspense } from 'react'
import { useTickerOpen } from '#features/politicians/ticker/ticker-closed-flag.ts'
import { useIdle } from '#lib/use-idle.ts'

// Nobody asked for it yet: without it the page must go on.
const Ticker = lazy((): Promise<{ default: typeof import('#features/politicians/ticker/ticker.tsx').Ticker }> =>
  import('#features/politicians/ticker/ticker.tsx').then(
    (module) => ({ default: module.Ticker }),
    () => ({ default: () => null }),
  ),
)

/** The ticker at the foot of the home page; fetched after the page, and not at all once it was closed. */
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
