import type { CSSProperties } from 'react'
import { classes } from '#lib/classes.ts'
import { optionLetter } from '#features/polls/results/rules.ts'
import { Skeleton } from '#ui/skeleton.tsx'

/** One style for each of the at most five options. Letters and dash patterns distinguish them without color. */
const optionStyles = [
  { fill: 'bg-option-a', stroke: 'stroke-option-a', dash: undefined },
  { fill: 'bg-option-b', stroke: 'stroke-option-b', dash: '9 4' },
  { fill: 'bg-option-c', stroke: 'stroke-option-c', dash: '2 4' },
  { fill: 'bg-option-d', stroke: 'stroke-option-d', dash: '12 4 2 4' },
  { fill: 'bg-option-e', stroke: 'stroke-option-e', dash: '5 3' },
] as const

export function optionStyle(position: number): (typeof optionStyles)[number] {
  return optionStyles[position] ?? optionStyles[0]
}

/** A square in the option's color with its letter. */
export function OptionMarker({
  position,
  className,
  style,
}: {
  position: number
  className?: string
  style?: CSSProperties
}) {
  return (
    <span
      style={style}
      className={classes(
        'inline-flex size-5 shrink-0 items-center justify-center rounded-[0.25rem] text-xs leading-none font-bold text-on-option',
        optionStyle(position).fill,
        className,
      )}
    >
      {optionLetter(position)}
    </span>
  )
}

/** A row of labeled numbers. A value is undefined while it loads. */
export function StatRow({ label, stats }: { label: string; stats: readonly [label: string, value?: string][] }) {
  return (
    <section aria-label={label}>
      <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-card border border-line bg-line sm:grid-flow-col sm:auto-cols-fr sm:grid-cols-none">
        {stats.map(([name, value]) => (
          <div key={name} className="bg-paper p-3 last:odd:col-span-2 sm:last:odd:col-span-1">
            <dt className="text-sm text-soft">{name}</dt>
            <dd className="mt-0.5 font-serif text-2xl leading-8 font-semibold tabular-nums">
              {value ?? <Skeleton className="h-8 w-16" />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
