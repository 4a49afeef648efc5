import { isOn } from '@wtpu/contract/site/parts'
import { tickerSwitch } from '#lib/stored-switch.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'

// The ticker is optional: if its chunk fails to load, render nothing instead of an error.
const Ticker = lazyComponent(
  () => import('#features/politicians/ticker/after-home/ticker.tsx').then((module) => module.Ticker),
  () => null,
)

/** The ticker, which is not loaded if the user closed it. */
export function HomeLater() {
  return tickerSwitch.use() && isOn('ratings') && <Ticker position="bottom" />
}
