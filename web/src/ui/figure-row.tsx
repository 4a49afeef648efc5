import type { ReactNode } from 'react'
import { classes } from '#lib/classes.ts'
import { Skeleton } from './skeleton.tsx'

/**
 * Figures with labels. On a phone they are one row that scrolls horizontally, from `md` up a grid of tiles. A figure
 * without a value shows a skeleton.
 */
export function FigureRow({
  label,
  figures,
}: {
  label: string
  figures: readonly { label: string; value: ReactNode }[]
}) {
  return (
    <ScrollRow label={label}>
      <dl className="flex w-max min-w-full gap-px overflow-hidden rounded-card border border-line bg-line md:grid md:w-auto md:grid-cols-2 lg:grid-cols-4">
        {figures.map((figure) => (
          <div key={figure.label} className="flex-1 bg-surface px-3.5 py-2 md:p-5">
            <dt className="text-sm whitespace-nowrap text-soft">{figure.label}</dt>
            <dd className="font-serif text-lg leading-7 font-semibold whitespace-nowrap tabular-nums md:mt-1 md:text-3xl md:leading-9 md:whitespace-normal md:wrap-anywhere">
              {figure.value ?? <Skeleton className="h-7 w-16 md:h-9 md:w-20" />}
            </dd>
          </div>
        ))}
      </dl>
    </ScrollRow>
  )
}

/** On a phone, a row that scrolls horizontally by touch and arrow keys. It fades where more content can be scrolled to. */
export function ScrollRow({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <section
      aria-label={label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll container must be focusable to scroll by keyboard
      tabIndex={0}
      className={classes('overflow-x-auto max-md:edge-fade focus-visible:-outline-offset-3', className)}
    >
      {children}
    </section>
  )
}
