import { fullCount } from '@wtpu/contract/full-count'
import type { PoliticianProfile } from '@wtpu/contract/politicians'
import { ratingSentence } from '@wtpu/contract/polls/on-demand/method'
import { votesToChangeLeader } from '@wtpu/contract/polls/on-demand/shares'
import { votesForPercent } from '@wtpu/contract/polls/polls'
import { clearLead } from '@wtpu/contract/disclosure'
import { stateName } from '@wtpu/contract/states'
import ThumbsDown from 'lucide-react/icons/thumbs-down'
import ThumbsUp from 'lucide-react/icons/thumbs-up'
import { classes } from '#lib/classes.ts'
import { useNow } from '#lib/time.ts'
import { siteTimeZone } from '#lib/on-demand/time-zone.ts'
import { partCount, percentage } from '#lib/format.ts'
import { cardClass } from '#ui/card.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { noPercentage, noRatingsYet, ratingLabels, ratingsText } from '#features/politicians/messages.ts'
import { approval } from '#features/politicians/rules.ts'
import { RatingHistory } from './rating-history.tsx'

// The ticker of Home has it, too. With a static import it would be a file of its own there.
const RatingControls = lazyComponent(() =>
  import('#features/politicians/rating-controls.tsx').then((module) => module.RatingControls),
)

/** The ratings on a profile: percentage, both counts, who they are, and the viewer's own rating. */
export function RatingTicker({ politician }: { politician: PoliticianProfile }) {
  const { good, bad, total, percent } = approval(politician)
  const now = useNow(60_000)
  return (
    <section aria-label="Ratings" className={cardClass('p-5 tabular-nums sm:p-6')}>
      <p className="flex min-w-0 flex-wrap items-baseline gap-2">
        <Percentage percent={percent} isFew={total < votesForPercent} />
      </p>
      <ProgressBar value={percent ?? 0} tone="good" className="mt-4 min-h-2.5" />
      <RatingControls politician={politician} className="mt-4" fallback={<Skeleton className="mt-4 h-11" />} />
      <dl className="mt-4 grid grid-cols-2 gap-4">
        <Count Icon={ThumbsUp} label={ratingLabels.good} count={good} className="text-good" />
        <Count Icon={ThumbsDown} label={ratingLabels.bad} count={bad} className="text-bad" />
      </dl>
      <p className="mt-3 text-sm text-soft">{total === 0 ? noRatingsYet : sampleText(good, bad, now)}</p>
      <RatingHistory id={politician.id} />
      <HomeStateApproval politician={politician} />
    </section>
  )
}

/** How many chose to rate and until when, and how certain the majority is. */
function sampleText(good: number, bad: number, at: Date): string {
  const ratings = good + bad
  const change = votesToChangeLeader([good, bad])
  const certainty =
    change === undefined
      ? ''
      : ` ${ratingLabels[good < bad ? 'good' : 'bad']} would lead if ${fullCount(change)} of the ${fullCount(ratings)} had rated otherwise.`
  return ratingSentence({ ratings, at, timeZone: siteTimeZone() }) + certainty
}

function Percentage({ percent, isFew }: { percent: number | undefined; isFew: boolean }) {
  const textClass = 'font-serif text-4xl leading-none font-semibold'
  // Hidden from screen readers, because "No ratings yet" follows below.
  if (percent === undefined)
    return (
      <span aria-hidden className={`${textClass} text-soft`}>
        {noPercentage}
      </span>
    )
  return (
    <>
      <span className={classes(textClass, isFew && 'text-soft')}>{percent}%</span>
      <span className="text-soft">say Good Job{isFew && ', few ratings'}</span>
    </>
  )
}

/** Ratings of people from the official's state, published in steps (contract/src/disclosure.ts). A few have no percentage. */
function HomeStateApproval({ politician: { home_state: home, state } }: { politician: PoliticianProfile }) {
  if (!home) return null
  const { good_job_count: good, total_rating: total, leads_clearly: leader } = home
  return (
    <p className="mt-1 text-sm text-soft">
      In {stateName(state)} (self-declared):{' '}
      {leader === null ? (
        <>
          <strong className="text-ink">
            {(total ?? 0) < votesForPercent ? good : `${percentage(good ?? 0, total ?? 0)}%`}
          </strong>{' '}
          of the first {ratingsText(total ?? 0)} say Good Job
        </>
      ) : (
        `${ratingLabels[leader]} ${clearLead}`
      )}
    </p>
  )
}

function Count({
  Icon,
  label,
  count,
  className,
}: {
  Icon: typeof ThumbsUp
  label: string
  count: number
  className: string
}) {
  return (
    <div>
      <dt className="flex items-center gap-1.5 text-sm text-soft">
        <Icon aria-hidden className={`size-4 ${className}`} />
        {label}
      </dt>
      <dd className="font-serif text-2xl font-semibold" title={fullCount(count)}>
        {partCount(count)}
      </dd>
    </div>
  )
}
