import { Skeleton } from '#ui/skeleton.tsx'

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
