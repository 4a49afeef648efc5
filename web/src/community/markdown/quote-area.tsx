import { useRef, type ReactNode } from 'react'
import { useIdle } from '#lib/use-idle.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'

const QuoteButton = lazyComponent(() => import('./quote-button.tsx').then((module) => module.QuoteButton))

/**
 * Shows a Quote button at text that the reader selects in a text with a `quoteId`. There is one for all texts in the
 * area. For keyboards, the menu of each text has the same action.
 *
 * @param props.onQuote Receives the text as Markdown quote and the `quoteId` of its source.
 */
export function QuoteArea({
  onQuote,
  children,
}: {
  onQuote: (quote: string, quoteId: string) => void
  children: ReactNode
}) {
  const area = useRef<HTMLDivElement>(null)
  const idle = useIdle()
  return (
    <div ref={area} className="relative">
      {children}
      {idle && <QuoteButton area={area} onQuote={onQuote} />}
    </div>
  )
}
