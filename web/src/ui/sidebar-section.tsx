import { useId, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { cardClass } from './card.tsx'

/** A titled card in the sidebar. */
export function SidebarSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={cardClass('p-4 sm:p-5')}>
      <h2 id={id} className="mb-2 text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

/** A sidebar section that failed to load. */
export function SidebarError({ title, children, onRetry }: { title: string; children: string; onRetry: () => void }) {
  return (
    <div role="alert">
      <p className="mb-3 text-soft">{children}</p>
      <Button variant="secondary" size="small" onClick={onRetry}>
        Try Again <span className="sr-only">to load {title}</span>
      </Button>
    </div>
  )
}
