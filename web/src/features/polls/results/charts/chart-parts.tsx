import { Skeleton } from '#ui/skeleton.tsx'

/** Options have no letters and no colors: these mean groups. Each has its dash pattern; the leading ones also differ in weight. */
const dashes = [undefined, '9 4', '2 4', '12 4 2 4', '5 3'] as const

interface OptionLineProps {
  position: number
  isLeading: boolean
}

/** The attributes of an option's line in a chart. */
export const optionLine = ({ position, isLeading }: OptionLineProps) => ({
  fill: 'none',
  strokeDasharray: dashes[position],
  strokeWidth: isLeading ? 3 : 2,
  className: isLeading ? 'stroke-accent' : 'stroke-ink',
})

/** What fills a place where the option leads: a piece of its line. */
export const optionFill = ({ position, isLeading }: OptionLineProps) => ({
  className: isLeading ? 'bg-brand text-on-brand' : 'bg-ink text-paper',
  symbol: (
    <svg viewBox="0 0 20 4" className="mt-1 w-4/5">
      <path d="M0 2H20" {...optionLine({ position, isLeading })} className="stroke-current" />
    </svg>
  ),
})

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
