import { attributesOf } from '@wtpu/contract/schemas'
import { fullCount } from '@wtpu/contract/full-count'
import { votesUntilBadge } from '@wtpu/contract/common-ground'
import { officeName } from '@wtpu/contract/politicians'
import type { Poll } from '@wtpu/contract/polls/polls'
import { votesForPercent } from '@wtpu/contract/polls/polls'
import { stateName } from '@wtpu/contract/states'
import { Link } from '@tanstack/react-router'
import Landmark from 'lucide-react/icons/landmark'
import Star from 'lucide-react/icons/star'
import { memo, type ReactNode } from 'react'
import { ShortDate } from '#ui/relative-time.tsx'
import { classes } from '#lib/classes.ts'
import { partCount } from '#lib/format.ts'
import { Badge } from '#ui/badge.tsx'
import { buttonClass } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { useOwnCounts } from '#features/polls/core/my-votes.ts'
import { PollCardSkeleton, ResultsSkeleton } from './skeletons.tsx'
import { PollOptions, type PollOptionsProps } from './poll-options.tsx'
import { hasEnded, pollCardId, remainingTime, votesText } from '#features/polls/core/rules.ts'

// Few polls have two.
const TwoWordings = lazyComponent(() => import('./two-wordings.tsx').then((module) => module.TwoWordings))
/** Only the card of `/polls/{id}` has it. */
const ResultsDisclosure = lazyComponent(() =>
  import('../results/poll-results.tsx').then((module) => module.ResultsDisclosure),
)

interface PollCardProps extends Omit<PollOptionsProps, 'questionId'> {
  category: string
  highlighted?: boolean
}

/** Memoized, because a list renders again for each poll that changes and while it grows. */
export const PollCard = memo(function PollCard(props: PollCardProps) {
  const { poll } = props
  if (!poll.wordings) return <Card {...props} id={poll.id} />
  return (
    <TwoWordings poll={poll} fallback={<PollCardSkeleton />}>
      {(shown, votedOptionId) => <Card {...props} id={poll.id} poll={shown} votedOptionId={votedOptionId} />}
    </TwoWordings>
  )
})

/** `id` is that of the poll in the list, which links to the card name. */
function Card({
  id,
  poll: counted,
  category,
  now,
  highlighted = false,
  ...optionsProps
}: PollCardProps & { id: number }) {
  const poll = useOwnCounts(counted)
  const questionId = `poll-${poll.id}-question`
  return (
    <article
      id={pollCardId(id)}
      aria-labelledby={questionId}
      tabIndex={-1}
      className={cardClass(
        classes(
          'flex flex-col gap-4 p-4 sm:p-6',
          // A highlighted card shows its results, so it spans the whole row.
          highlighted && 'outline-4 outline-offset-2 outline-accent lg:col-span-2',
        ),
      )}
    >
      <Heading poll={poll} category={category} questionId={questionId} />
      <PollOptions poll={poll} now={now} questionId={questionId} {...optionsProps} />
      {highlighted && !poll.results_hidden && <ResultsDisclosure fallback={<ResultsSkeleton />} poll={poll} />}
      <CommonGroundBadge poll={poll} now={now} />
      <Footer poll={poll} now={now}>
        {!highlighted && !poll.results_hidden && (
          <Link
            to="/results/$pollId"
            params={{ pollId: String(poll.id) }}
            // Negative margins align the label, not the link's edge, with the card's text.
            className={`-mx-3 -my-1.5 ${buttonClass({ variant: 'ghost', size: 'small' })}`}
          >
            Results <span className="sr-only">of {poll.question}</span>
          </Link>
        )}
      </Footer>
    </article>
  )
}

/** Once many have voted, so that it does not sway the first voters. */
function CommonGroundBadge({ poll, now }: Pick<PollCardProps, 'poll' | 'now'>) {
  const groups = poll.common_ground
  if ((!groups && !poll.common_ground_on_line) || (poll.total_votes < votesUntilBadge && !hasEnded(poll, now)))
    return null
  return (
    <p>
      <Badge>Common ground {groups ? `in ${groups} of ${groups} groups` : 'along the line'}</Badge>
      {poll.options.some((option) => option.is_no_opinion) && (
        <span className="ml-2 text-sm text-soft">of those with an opinion</span>
      )}
    </p>
  )
}

function Heading({ poll, category, questionId }: { poll: Poll; category: string; questionId: string }) {
  return (
    <header>
      {/* One line on a phone. */}
      <div className="flex flex-wrap gap-1">
        <Badge>{category}</Badge>
        {poll.featured && (
          <Badge tone="brand" icon={<Star aria-hidden />}>
            <span className={poll.roll_call ? 'max-sm:sr-only' : undefined}>Featured</span>
          </Badge>
        )}
        {poll.roll_call && (
          <Badge icon={<Landmark aria-hidden />}>
            {poll.roll_call.category === 'procedure' ? 'Motion' : 'Vote'} in Congress
          </Badge>
        )}
      </div>
      <h3 id={questionId} {...attributesOf(poll)} className="mt-3 text-xl leading-snug">
        {poll.question}
      </h3>
      {poll.description && (
        <p {...attributesOf(poll)} className="mt-2 text-soft">
          {poll.description}
        </p>
      )}
      {poll.roll_call?.is_sample && <p className="mt-2 text-sm text-soft">The vote was made up for this demo.</p>}
      {poll.politician && <AboutPolitician politician={poll.politician} />}
    </header>
  )
}

function AboutPolitician({ politician }: { politician: NonNullable<Poll['politician']> }) {
  const office = officeName(politician.office)
  const place = [office, stateName(politician.state)].filter(Boolean).join(', ')
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-2 text-sm text-soft">
      <Link
        to="/politicians/$politicianId"
        params={{ politicianId: String(politician.id) }}
        className="text-link flex min-h-11 items-center gap-2 font-semibold"
      >
        <Landmark aria-hidden className="size-4 shrink-0" />
        <span className="sr-only">About</span>
        <span translate="no">{politician.name}</span>
      </Link>
      <span>{place}</span>
    </p>
  )
}

function NotASample({ poll }: { poll: Poll }) {
  return (
    <>
      <span aria-hidden className="-ml-1">
        ,
      </span>
      <Link
        to="/results/$pollId"
        params={{ pollId: String(poll.id) }}
        hash="how-taken"
        className="flex min-h-11 items-center underline decoration-dotted underline-offset-4"
      >
        {poll.total_votes < votesForPercent && 'few votes, '}not a sample
        <span className="sr-only">: how the poll “{poll.question}” was taken</span>
      </Link>
    </>
  )
}

function Footer({ poll, now, children }: { poll: Poll; now: Date; children: ReactNode }) {
  const time = remainingTime(poll, now)
  return (
    <footer className="flex flex-wrap items-center justify-between -mb-2 gap-x-2.5 gap-y-1 border-t border-line pt-1 text-sm text-soft tabular-nums">
      <span className="flex min-w-0 flex-1 basis-40 flex-wrap items-center gap-x-1">
        <span title={votesText(poll, fullCount)}>{votesText(poll, partCount)}</span>
        {poll.total_votes > 0 && <NotASample poll={poll} />}
        {time && (
          <span className="whitespace-nowrap">
            <span aria-hidden>· </span>
            {poll.closes_at ? (
              <ShortDate at={poll.closes_at} what={time === 'Ended' ? time : 'Closes'}>
                {time === 'Ended' ? time : `${time} left`}
              </ShortDate>
            ) : (
              time
            )}
          </span>
        )}
      </span>
      {children}
    </footer>
  )
}
