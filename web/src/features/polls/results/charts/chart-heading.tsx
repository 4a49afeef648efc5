import type { ReactNode } from 'react'

/** The heading of a chart: below that of a poll's card, or a section of the page about one poll. */
export function ChartHeading({ level = 4, children }: { level?: 2 | 4 | undefined; children: ReactNode }) {
  return level === 2 ? (
    <h2 className="text-2xl">{children}</h2>
  ) : (
    <h4 className="font-serif text-lg font-semibold">{children}</h4>
  )
}
