import type { PoliticianProfile } from '@wtpu/contract/politicians'
import { stateName } from '@wtpu/contract/states'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { compactCount, fullCount, percentage } from '#lib/format.ts'
import { cardClass } from '#ui/card.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { InfoTooltip } from '#ui/info-tooltip.tsx'
import { intervalText, noPercentage, noRatingsYet, ratingNames, ratingsText } from '#features/politicians/messages.ts'
import { RatingControls } from '#features/politicians/rating-controls.tsx'
import { approval, wilsonInterval } from '#features/politicians/rules.ts'

/** Good Job and Bad Job on the profile: the percent and how sure it is, both counts, and the viewer's own word. */
export function RatingTicker({ politician }: { politician: PoliticianProfile }) {
  const { good, bad, total, percent } = approval(politician)
  return (
    <section aria-label="Ratings" className={cardClass('p-5 tabular-nums sm:p-6')}>
      <div className="flex items-center justify-between gap-2">
        <p className="flex min-w-0 flex-wrap items-baseline gap-2">
          <Percentage percent={percent} />
        </p>
        {/* Its icon, not its edge, ends where the bar ends. */}
        <div className="-mr-3">
          <Certainty good={good} total={total} />
        </div>
      </div>
      <ProgressBar value={percent ?? 0} tone="good" className="mt-4 min-h-2.5" />
      <dl className="mt-4 grid grid-cols-2 gap-4">
        <Count Icon={ThumbsUp} label={ratingNames.good} count={good} className="text-good" />
        <Count Icon={ThumbsDown} label={ratingNames.bad} count={bad} className="text-bad" />
      </dl>
      <p className="mt-2 text-sm text-soft">{total === 0 ? noRatingsYet : ratingsText(total)}</p>
      <HomeState politician={politician} />
      <div className="mt-4">
        <RatingControls politician={politician} />
      </div>
    </section>
  )
}

function Percentage({ percent }: { percent: number | undefined }) {
  const look = 'font-serif text-5xl leading-none font-semibold'
  // "No ratings yet" is shown below, in words.
  if (percent === undefined)
    return (
      <span aria-hidden className={`${look} text-soft`}>
        {noPercentage}
      </span>
    )
  return (
    <>
      <span className={look}>{percent}%</span>
      <span className="text-soft">say Good Job</span>
    </>
  )
}

/** The 95 % interval: behind a small button for the eye, in the running text for those who listen. */
function Certainty({ good, total }: { good: number; total: number }) {
  const interval = wilsonInterval(good, total)
  if (!interval) return null
  const text = intervalText(interval, total)
  return (
    <>
      <span className="sr-only">{text}</span>
      <InfoTooltip label="How sure is this figure?">
        {text} This is the range that chance leaves open: the more citizens rate, the narrower it gets.
      </InfoTooltip>
    </>
  )
}

/** How the official's own state rates, in steps (contract/steps.ts). */
function HomeState({ politician: { home_state, state } }: { politician: PoliticianProfile }) {
  if (!home_state) return null
  const { good_job_count, total_rating } = home_state
  return (
    <p className="mt-1 text-sm text-soft">
      In {stateName(state)}: <strong className="text-ink">{percentage(good_job_count, total_rating)}%</strong> of the
      first {ratingsText(total_rating)}
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
      <dd className="text-2xl font-semibold" title={fullCount(count)}>
        {compactCount(count)}
      </dd>
    </div>
  )
}
