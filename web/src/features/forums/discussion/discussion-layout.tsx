import type { ReactNode } from 'react'

/** The parts of the page, used for both the skeleton and the loaded discussion. The sidebar is last on small screens. */
export function DiscussionLayout({
  busy = false,
  breadcrumb,
  article,
  thread,
  sidebar,
}: {
  busy?: boolean
  breadcrumb: ReactNode
  article: ReactNode
  thread: ReactNode
  sidebar: ReactNode
}) {
  return (
    <div aria-busy={busy} className="frame py-3 sm:py-8">
      {breadcrumb}
      <div className="mt-3 grid gap-x-10 gap-y-10 sm:mt-5 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="min-w-0">
          {article}
          <div className="mt-8">{thread}</div>
        </div>
        {sidebar}
      </div>
    </div>
  )
}
