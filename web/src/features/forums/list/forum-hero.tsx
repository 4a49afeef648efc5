import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { compactCount, fullCount } from '#lib/format.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { forumStatsQuery } from '#features/forums/api.ts'

/** The page header of the forums, with counts. `children` is the Start New Discussion button. */
export function ForumHero({ children }: { children: ReactNode }) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div className="min-w-0">
        <h1 className="text-3xl leading-tight sm:text-5xl">Political Forums</h1>
        <p className="mt-1 max-w-2xl text-soft sm:mt-3 sm:text-lg">
          Long arguments, made well. Bring your reasons, and read those of others.
        </p>
        <HeaderCounts />
      </div>
      {children}
    </header>
  )
}

function HeaderCounts() {
  const { data, isPending } = useQuery(forumStatsQuery())
  const counts = [
    { label: 'Active Members', value: data?.members },
    { label: 'Discussions', value: data?.discussions },
    { label: 'Today', value: data?.today_discussions },
  ]
  return (
    // On a phone, numbers are above their labels, whose widths do not change when the numbers arrive.
    <dl aria-busy={isPending} className="mt-3 flex flex-wrap gap-x-6 gap-y-1 sm:mt-4 sm:gap-x-8">
      {counts.map(({ label, value }) => (
        <div key={label} className="flex flex-col-reverse sm:flex-row-reverse sm:items-baseline sm:gap-1.5">
          <dt className="text-sm text-soft">{label}</dt>
          <dd className="font-serif text-lg font-semibold tabular-nums sm:text-2xl">
            <Count value={value} isPending={isPending} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** A count, its placeholder while it loads, or a dash if it could not be loaded. */
export function Count({ value, isPending }: { value: number | undefined; isPending: boolean }) {
  if (value !== undefined) return <span title={fullCount(value)}>{compactCount(value)}</span>
  return isPending ? <Skeleton className="inline-block h-[0.8em] w-8 align-middle" /> : '—'
}
