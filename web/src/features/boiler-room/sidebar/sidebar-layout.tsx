import type { ReactNode } from 'react'
import { cardClass } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

export function SidebarLayout({ loading, children }: { loading?: boolean; children: ReactNode }) {
  return (
    <aside
      aria-label="More from the Boiler Room"
      aria-busy={loading}
      className="grid content-start gap-4 sm:max-lg:grid-cols-2 lg:gap-5"
    >
      {children}
    </aside>
  )
}

/** Shown while the code of the sidebar loads. */
export function SidebarSkeleton() {
  return (
    <SidebarLayout loading>
      <div className={cardClass('h-96 p-4 sm:p-5')}>
        <Skeleton className="h-6 w-40" />
      </div>
      <div className={cardClass('h-52 p-4 sm:p-5')}>
        <Skeleton className="h-6 w-52" />
      </div>
    </SidebarLayout>
  )
}

/** Whether all suggested people are shown. */
export interface AllPeople {
  allPeople: boolean
  onAllPeople: (all: boolean) => void
}

/** A request to move focus to the suggested people. */
export interface PeopleSearch {
  findingPeople: boolean
  onPeopleFound: () => void
}
