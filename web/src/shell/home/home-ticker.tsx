import { useTickerOpen } from '#features/politicians/ticker/ticker-closed-flag.ts'
import { useIdle } from '#lib/use-idle.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'

// The ticker is optional: if its chunk fails to load, render nothing instead of an error.
const Ticker = lazyComponent(
  () => import('#features/politicians/ticker/ticker.tsx').then((module) => module.Ticker),
  () => null,
)

/** The ticker at the bottom of the home page. Loaded once the browser is idle, and never if the user closed it. */
export function HomeTicker() {
  const open = useTickerOpen()
  const idle = useIdle()
  return open && idle && <Ticker position="bottom" />
}
