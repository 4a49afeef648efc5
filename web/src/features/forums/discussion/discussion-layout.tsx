import type { ReactNode } from 'react'

/** The id of the page's heading, to move focus to it. */
export const titleElementId = 'discussion-title'

/**
 * The parts of the page, used for both the skeleton and the loaded discussion. Sharing one `<h1>` keeps the focus that it
 * received on navigation when the title replaces its skeleton. The sidebar is last on small screens.
 */
export function DiscussionLayout({
  busy = false,
  breadcrumb,
  badges,
  title,
  content,
  thread,
  sidebar,
}: {
  busy?: boolean
  breadcrumb: ReactNode
  badges: ReactNode
  title: ReactNode
  content: ReactNode
  thread: ReactNode
  sidebar: ReactNode
}) {
  return (
    <div aria-busy={busy} className="frame py-3 sm:py-8">
      {breadcrumb}
      <div className="mt-3 grid gap-x-10 gap-y-10 sm:mt-5 lg:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="min-w-0">
          <article aria-labelledby={titleElementId}>
            {badges}
            <h1
              id={titleElementId}
              tabIndex={-1}
              dir="auto"
              className="mt-2 max-w-[32ch] text-[1.75rem] leading-tight wrap-anywhere sm:mt-3 sm:text-4xl"
            >
              {title}
            </h1>
            {content}
          </article>
          {/* With a key, the replies replace their skeleton instead of being moved by the text above. */}
          <div key={String(busy)} className="mt-8">
            {thread}
          </div>
        </div>
        {sidebar}
      </div>
    </div>
  )
}
