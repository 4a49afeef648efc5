import type { Poll } from '@wtpu/contract/polls'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { ApiFailure } from '#lib/api/api.ts'
import { useNow } from '#lib/time.ts'
import { pollCategoriesQuery } from '#features/polls/api.ts'
import { useMyVotes } from '#features/polls/my-votes-api.ts'
import { PollCard } from '#features/polls/card/poll-card.tsx'
import { categoryName } from '#features/polls/rules.ts'

/** Often enough that "0h 1m" turns into "Ended" when it should. */
const clockTick = 10_000

/** Dense: a card that takes the whole row leaves no hole before it. */
export const pollGridClass = 'grid grid-flow-dense grid-cols-1 items-stretch gap-4 sm:gap-6 lg:grid-cols-2'

/** A headed grid of poll cards; nothing at all without polls. */
export function PollSection({
  title,
  polls,
  targetId,
  onVoteError,
}: {
  title: string
  polls: readonly Poll[]
  targetId: number | undefined
  onVoteError: (failure: ApiFailure) => void
}) {
  const titleId = useId()
  const { data: categories } = useQuery(pollCategoriesQuery())
  const choices = useMyVotes()
  const now = useNow(clockTick)
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
            choice={choices.get(poll.id)}
            now={now}
            highlighted={poll.id === targetId}
            onVoteError={onVoteError}
          />
        ))}
      </div>
    </section>
  )
}
