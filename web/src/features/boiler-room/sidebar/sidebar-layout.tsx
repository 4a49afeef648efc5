import type { ReactNode } from 'react'
import { Skeleton } from '#ui/skeleton.tsx'

export function SidebarLayout({ children }: { children: ReactNode }) {
  return (
    <aside aria-label="More from the Boiler Room" className="grid content-start gap-4 sm:max-lg:grid-cols-2 lg:gap-5">
      {children}
    </aside>
  )
}

/** Shown while the code of the sidebar loads. */
export function SidebarSkeleton() {
  return (
    <SidebarLayout>
      <Skeleton className="h-96 rounded-card!" />
      <Skeleton className="h-52 rounded-card!" />
    </SidebarLayout>
  )
}
