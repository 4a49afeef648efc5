import { tickerSwitch } from '#lib/stored-switch.ts'
import { useSession } from '#lib/session/session.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'

const Representatives = lazyComponent(() =>
  import('#features/politicians/mine/home-section.tsx').then((module) => module.HomeSection),
)

// The ticker is optional: if its chunk fails to load, render nothing instead of an error.
const Ticker = lazyComponent(
  () => import('#features/politicians/ticker/ticker.tsx').then((module) => module.Ticker),
  () => null,
)

/** The viewer's representatives, which visitors never load, and the ticker, which is not loaded if the user closed it. */
export function HomeLater() {
  const signedIn = useSession() !== null
  const open = tickerSwitch.use()
  return (
    <>
      {signedIn && <Representatives />}
      {open && <Ticker position="bottom" />}
    </>
  )
}
