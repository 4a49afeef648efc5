import type { ReactNode } from 'react'
import { Skeleton } from './skeleton.tsx'

/** Figures with labels: two in a row on a phone, four from `md` up. A figure without a value shows a skeleton. */
export function FigureRow({
  label,
  figures,
}: {
  label: string
  /** `name` is the label if it is more than text. */
  figures: readonly { label: string; name?: ReactNode; value: ReactNode }[]
}) {
  return (
    <section aria-label={label}>
      <dl className="flex flex-wrap gap-px overflow-hidden rounded-card border border-line bg-line empty:hidden">
        {figures.map((figure) => (
          <div
            key={figure.label}
            className="flex-[1_1_40%] bg-surface px-3.5 py-1.5 md:flex-[1_1_20%] md:px-4 md:py-3 lg:px-5"
          >
            <dt className="text-sm text-soft">{figure.name ?? figure.label}</dt>
            <dd className="font-serif text-lg leading-6 font-semibold wrap-anywhere tabular-nums md:text-xl md:leading-8 lg:text-2xl">
              {figure.value ?? <Skeleton className="h-6 w-16 md:h-8 md:w-20" />}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
