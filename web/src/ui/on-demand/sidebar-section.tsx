import { useId, type ReactNode, type RefObject } from 'react'
import { cardClass } from '#ui/card.tsx'
import { RetryButton } from '#ui/retry-button.tsx'

/** A titled card in the sidebar. `headingRef` lets code move focus to its heading. */
export function SidebarSection({
  title,
  headingRef,
  children,
}: {
  title: string
  headingRef?: RefObject<HTMLHeadingElement | null>
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={cardClass('p-4 sm:p-5')}>
      <h2 id={id} ref={headingRef} tabIndex={headingRef && -1} className="mb-2 text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** A sidebar section that failed to load. */
export function SidebarError({
  title,
  children,
  onRetry,
}: {
  title: string
  children: string
  onRetry: () => unknown
}) {
  return (
    <div role="alert">
      <p className="mb-3 text-soft">{children}</p>
      <RetryButton size="small" onRetry={onRetry}>
        to load {title}
      </RetryButton>
    </div>
  )
}
