import { offOf, presets } from '@wtpu/contract/site/on-demand/part-facts'
import type { PartName } from '@wtpu/contract/site/part-names'
import { classes } from '#lib/classes.ts'

export type Preset = (typeof presets)[number]

/** `off`: what is switched off now. Without it, nothing is chosen yet. */
export function PresetButtons({
  off,
  label,
  onChoose,
}: {
  off?: readonly PartName[]
  label: string
  onChoose: (preset: Preset) => void
}) {
  return (
    <ul aria-label={label} className="grid gap-1.5 sm:grid-cols-2">
      {presets.map((preset) => {
        const isChosen = off && String(offOf(preset.on)) === String(off)
        return (
          <li key={preset.name} className="grid">
            <button
              type="button"
              aria-pressed={off && isChosen}
              onClick={() => onChoose(preset)}
              className={classes(
                'rounded-control border min-h-11 px-3 py-1.5 text-left text-sm text-soft',
                isChosen ? 'border-brand bg-tint' : 'border-edge bg-surface hover:bg-sunken',
              )}
            >
              <span className="font-semibold text-ink">{preset.name}</span> {preset.what}
            </button>
          </li>
        )
      })}
    </ul>
  )
}
