import type { tickerSwitch } from '#lib/stored-switch.ts'
import { Checkbox } from '#ui/form/checkbox.tsx'

/** Switches a setting of this browser. */
export function StoredSwitch({ label, of }: { label: string; of: typeof tickerSwitch }) {
  return <Checkbox isSwitch label={label} checked={of.use()} onChange={({ target }) => of.set(target.checked)} />
}
