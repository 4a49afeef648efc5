import type { ReactNode } from 'react'
import { cardClass } from '#ui/card.tsx'
import { Disclosure } from '#ui/on-demand/disclosure.tsx'
import { Folded } from '#ui/on-demand/folded.tsx'

/** How many polls of an open section are shown at once. */
const shownAtOnce = 3

/**
 * A heading, and a card for each of these polls: the first ones, or with `isFolded` none before it is opened. `note` says what they
 * have in common, `empty` that there is none.
 */
export function PollSection<Poll extends { id: number }>({
  id,
  title,
  note,
  empty,
  polls,
  isFolded = false,
  children,
}: {
  id: string
  title: string
  note: string
  /** Without it, a section without polls is not shown. */
  empty?: string
  polls: readonly Poll[]
  isFolded?: boolean
  children: (poll: Poll) => ReactNode
}) {
  if (polls.length === 0 && empty === undefined) return null
  const text = <p className="mt-2 mb-5 max-w-prose text-soft">{polls.length > 0 ? note : empty}</p>
  const cards = (some: readonly Poll[]) => (
    <ul className="grid content-start gap-4 md:grid-cols-2">
      {some.map((poll) => (
        <li key={poll.id} className={cardClass('p-4')}>
          {children(poll)}
        </li>
      ))}
    </ul>
  )
  if (isFolded && polls.length > 0) {
    return (
      <Folded id={id} title={title} count={polls.length}>
        {text}
        {cards(polls)}
      </Folded>
    )
  }
  const more = polls.length - shownAtOnce
  return (
    <section aria-labelledby={id} className="mb-4">
      <h2 id={id} className="text-2xl">
        {title}
      </h2>
      {text}
      {cards(polls.slice(0, shownAtOnce))}
      {more > 0 && (
        <Disclosure title={`${more} more`} className="mt-1">
          {cards(polls.slice(shownAtOnce))}
        </Disclosure>
      )}
    </section>
  )
}
