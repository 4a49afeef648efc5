import { classes } from '#lib/classes.ts'

const tones = { brand: 'bg-brand', quiet: 'bg-brand/55 forced-text', good: 'bg-good', bad: 'bg-bad' }

/** A bar for a percentage (0 to 100). Hidden from screen readers unless it has a `label`. */
export function ProgressBar({
  value,
  tone = 'brand',
  label,
  className,
}: {
  value: number
  tone?: keyof typeof tones
  label?: string
  className?: string
}) {
  const share = Math.min(100, Math.max(0, value))
  const semantics = label
    ? { role: 'progressbar', 'aria-label': label, 'aria-valuenow': share, 'aria-valuemin': 0, 'aria-valuemax': 100 }
    : { 'aria-hidden': true }
  return (
    <div {...semantics} className={classes('h-2 overflow-hidden rounded-full bg-track forced-border', className)}>
      <div
        className={classes('h-full origin-left rounded-full transition-transform duration-200 ease-out', tones[tone])}
        style={{ transform: `scaleX(${share / 100})` }}
      />
    </div>
  )
}
