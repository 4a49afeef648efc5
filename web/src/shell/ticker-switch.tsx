import { setTickerOpen, useTickerOpen } from '#features/politicians/ticker/ticker-closed-flag.ts'
import { Checkbox } from '#ui/form/checkbox.tsx'

/** Shows or hides the home page's ticker, even after it was closed. */
export function TickerSwitch() {
  const open = useTickerOpen()
  return (
    <Checkbox
      isSwitch
      label="Ticker on the home page"
      checked={open}
      onChange={({ target }) => setTickerOpen(target.checked)}
    />
  )
}
