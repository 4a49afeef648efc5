import { type ReactNode, useSyncExternalStore } from 'react'
import { takeFocus } from '#lib/take-focus.ts'
import { cardClass } from '#ui/card.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const never = () => () => undefined
const [isInApp, isOnServer] = [() => false, () => true]

/** The two-column layout of the account pages: introduction on one side, form on the other. */
export function AccountPage({
  title,
  takesFocus = false,
  lead,
  below,
  aside,
  isOfLink = false,
  children,
}: {
  title: string
  /** The page has replaced the control that had the focus. */
  takesFocus?: boolean
  lead?: ReactNode
  /** Shown below the introduction, before the form on phones. */
  below?: ReactNode
  aside?: ReactNode
  /** A mailed link opens it. Only the app knows what the link has after the #, so nothing is said of the link before the app is there. */
  isOfLink?: boolean
  children: ReactNode
}) {
  const isFirstContent = useSyncExternalStore(never, isInApp, isOnServer)
  return (
    <div className="page grid grid-cols-1 gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.15fr)] lg:grid-rows-[auto_1fr]">
      <div>
        <h1 ref={takesFocus ? takeFocus : undefined} tabIndex={takesFocus ? -1 : undefined} className="outline-none">
          {title}
        </h1>
        {lead && <div className="mt-4 max-w-md text-lg text-soft">{lead}</div>}
        {below}
      </div>
      <div className={cardClass('p-5 sm:p-8 lg:col-start-2 lg:row-span-2 lg:row-start-1')}>
        {isOfLink && isFirstContent ? <LoadingLink /> : children}
      </div>
      {aside}
    </div>
  )
}

/** Stands on such a page until what its link leads to has loaded. */
export const LoadingLink = () => (
  <LoadingState label="Loading...">
    <Skeleton className="h-5 w-3/4" />
    <Skeleton className="mt-6 h-12 w-48" />
  </LoadingState>
)
