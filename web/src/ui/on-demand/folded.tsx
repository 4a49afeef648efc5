import type { ReactNode } from 'react'
import { Disclosure } from './disclosure.tsx'

/** A part of a page behind its heading, which code can focus. */
export function Folded({
  id,
  title,
  count,
  children,
}: {
  id: string
  title: string
  count?: number
  children: ReactNode
}) {
  return (
    <section aria-labelledby={id} className="border-t border-line">
      <Disclosure
        title={
          <>
            <h2 id={id} tabIndex={-1} className="scroll-mt-20 text-xl">
              {title}
            </h2>
            {count !== undefined && <span className="text-soft">{count}</span>}
          </>
        }
      >
        <div className="pb-6">{children}</div>
      </Disclosure>
    </section>
  )
}

/** Moves the focus to a heading at the top of the window, and opens what is below it. */
export function openPlace(id: string): void {
  const place = document.getElementById(id)
  const details = place?.closest('details')
  if (details) details.open = true
  place?.scrollIntoView()
  place?.focus({ preventScroll: true })
}
