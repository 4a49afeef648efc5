import type { Poll } from '@wtpu/contract/polls/polls'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { ApiFailure } from '#lib/api/api.ts'
import { useNow } from '#lib/time.ts'
import { pollCategoriesQuery } from '#features/polls/api.ts'
import { useMyVotes } from '#features/polls/my-votes-api.ts'
import { PollCard } from '#features/polls/card/poll-card.tsx'
import { categoryName } from '#features/polls/rules.ts'

/** Short enough for "0h 1m" to change to "Ended" on time. */
const clockIntervalMs = 10_000

/** `grid-flow-dense` fills the gap before a card that spans the whole row. */
export const pollGridClass = 'grid grid-flow-dense grid-cols-1 items-stretch gap-4 sm:gap-6 lg:grid-cols-2'

/** A grid of poll cards with a heading. Renders nothing without polls. */
export function PollSection({
  title,
  polls,
  highlightedId,
  onVoteError,
}: {
  title: string
  polls: readonly Poll[]
  highlightedId: number | undefined
  onVoteError: (failure: ApiFailure) => void
}) {
  const titleId = useId()
  const { data: categories } = useQuery(pollCategoriesQuery())
  const myVotes = useMyVotes()
  const now = useNow(clockIntervalMs)
  if (polls.length === 0) return null
  return (
    <section aria-labelledby={titleId} className="mb-12">
      <h2 id={titleId} className="mb-4 text-2xl">
        {title}
      </h2>
      <div className={pollGridClass}>
        {polls.map((poll) => (
          <PollCard
            key={poll.id}
            poll={poll}
            category={categoryName(categories, poll.category)}
            votedOptionId={myVotes.get(poll.id)}
            now={now}
            highlighted={poll.id === highlightedId}
            onVoteError={onVoteError}
          />
        ))}
      </div>
    </section>
  )
}
