import type { Poll } from '@wtpu/contract/polls/polls'
import { classes } from '#lib/classes.ts'
import { compactCount, percentage } from '#lib/format.ts'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { leadingOptions, formatVoteCount } from '#features/polls/rules.ts'

/** The polls with the most votes, each with its leading option. Clicking one selects it. */
export function TopPolls({
  polls,
  selected,
  onSelect,
}: {
  polls: readonly Poll[]
  selected: Poll
  onSelect: (poll: Poll) => void
}) {
  return (
    <section
      aria-labelledby="top-polls"
      // Stays visible next to the long results, and scrolls separately in a short window.
      className="md:sticky md:top-0 md:max-h-[calc(100dvh-5rem)] md:self-start md:overflow-y-auto"
    >
      <h3 id="top-polls" className="mb-2 text-xl">
        Top polls
      </h3>
      <ol className="flex flex-col gap-1">
        {polls.map((poll) => (
          <li key={poll.id}>
            <button
              type="button"
              aria-pressed={poll === selected}
              onClick={() => onSelect(poll)}
              className={classes(
                'w-full rounded-control border-l-4 px-3 py-2 text-left text-sm focus-visible:-outline-offset-2',
                poll === selected ? 'border-accent bg-tint' : 'border-transparent hover:bg-sunken',
              )}
            >
              <span className="block font-semibold">{poll.question}</span>
              <Leader poll={poll} />
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

function Leader({ poll }: { poll: Poll }) {
  const leading = leadingOptions(poll.options)
  const first = poll.options.find(({ id }) => leading.has(id))
  const share = percentage(first?.vote_count ?? 0, poll.total_votes)
  return (
    <>
      {first && (
        <>
          <span className="mt-1 flex items-baseline justify-between gap-2">
            <span className="min-w-0">{leading.size > 1 ? 'Tie' : first.text}</span>
            <span className="tabular-nums">{share}%</span>
          </span>
          <ProgressBar value={share} className="mt-1" />
        </>
      )}
      <span className="mt-1 block text-soft tabular-nums">
        {first ? formatVoteCount(poll.total_votes, compactCount) : 'No votes yet'}
      </span>
    </>
  )
}
