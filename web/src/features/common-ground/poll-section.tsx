import type { ReactNode } from 'react'
import { classes } from '#lib/classes.ts'
import { useProgressiveRows } from '#lib/progressive-rows.ts'
import { cardClass } from '#ui/card.tsx'

/** A heading, and a card for each of these polls. `note` says what they have in common, `empty` that there is none. */
export function PollSection<Poll extends { id: number }>({
  id,
  title,
  note,
  empty,
  polls,
  listClass,
  children,
}: {
  id: string
  title: string
  note: string
  empty: string
  polls: readonly Poll[]
  listClass: string
  children: (poll: Poll) => ReactNode
}) {
  const { rows, listClass: heightClass } = useProgressiveRows(polls, 2)
  return (
    <section aria-labelledby={id} className="mb-12">
      <h2 id={id} className="text-2xl sm:text-3xl">
        {title}
      </h2>
      <p className="mt-2 mb-5 max-w-prose text-soft">{polls.length > 0 ? note : empty}</p>
      <ul className={classes(listClass, heightClass)}>
        {rows.map((poll) => (
          <li key={poll.id} className={cardClass('p-5')}>
            {children(poll)}
          </li>
        ))}
      </ul>
    </section>
  )
}
