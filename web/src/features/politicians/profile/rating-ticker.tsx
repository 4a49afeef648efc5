import type { PoliticianProfile } from '@wtpu/contract/politicians'
import { minVotersOfClearLead } from '@wtpu/contract/disclosure'
import { stateName } from '@wtpu/contract/states'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { compactCount, fullCount, percentage } from '#lib/format.ts'
import { cardClass } from '#ui/card.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { intervalText, noPercentage, noRatingsYet, ratingLabels, ratingsText } from '#features/politicians/messages.ts'
import { RatingControls } from '#features/politicians/rating-controls.tsx'
import { approval, wilsonInterval } from '#features/politicians/rules.ts'

// The tooltip is not loaded with the page, because it needs a library that positions it.
const InfoTooltip = lazyComponent(() => import('#ui/info-tooltip.tsx').then((module) => module.InfoTooltip))

/** The ratings on a profile: percentage with its confidence interval, both counts, and the viewer's own rating. */
export function RatingTicker({ politician }: { politician: PoliticianProfile }) {
  const { good, bad, total, percent } = approval(politician)
  return (
    <section aria-label="Ratings" className={cardClass('p-5 tabular-nums sm:p-6')}>
      <div className="flex items-center justify-between gap-2">
        <p className="flex min-w-0 flex-wrap items-baseline gap-2">
          <Percentage percent={percent} />
        </p>
        {/* The negative margin aligns the icon, not the button's edge, with the end of the bar. */}
        <div className="-mr-3">
          <ConfidenceInterval good={good} total={total} />
        </div>
      </div>
      <ProgressBar value={percent ?? 0} tone="good" className="mt-4 min-h-2.5" />
      <dl className="mt-4 grid grid-cols-2 gap-4">
        <Count Icon={ThumbsUp} label={ratingLabels.good} count={good} className="text-good" />
        <Count Icon={ThumbsDown} label={ratingLabels.bad} count={bad} className="text-bad" />
      </dl>
      <p className="mt-2 text-sm text-soft">{total === 0 ? noRatingsYet : ratingsText(total)}</p>
      <HomeStateApproval politician={politician} />
      <div className="mt-4">
        <RatingControls politician={politician} />
      </div>
    </section>
  )
}

function Percentage({ percent }: { percent: number | undefined }) {
  const textClass = 'font-serif text-5xl leading-none font-semibold'
  // Hidden from screen readers, because "No ratings yet" follows below.
  if (percent === undefined)
    return (
      <span aria-hidden className={`${textClass} text-soft`}>
        {noPercentage}
      </span>
    )
  return (
    <>
      <span className={textClass}>{percent}%</span>
      <span className="text-soft">say Good Job</span>
    </>
  )
}

/** The 95% interval, in a tooltip for sighted users and in the text for screen readers. */
function ConfidenceInterval({ good, total }: { good: number; total: number }) {
  const interval = wilsonInterval(good, total)
  if (!interval) return null
  const text = intervalText(interval, total)
  return (
    <>
      <span className="sr-only">{text}</span>
      <InfoTooltip fallback={<span className="size-11 shrink-0" />} label="How accurate is this percentage?">
        {text} The interval gets narrower as more citizens rate.
      </InfoTooltip>
    </>
  )
}

/** Ratings of people from the official's state, published in steps (contract/disclosure.ts). A few have no percentage. */
function HomeStateApproval({ politician: { home_state: home, state } }: { politician: PoliticianProfile }) {
  if (!home) return null
  const { good_job_count: good, total_rating: total, leads_clearly: leader } = home
  return (
    <p className="mt-1 text-sm text-soft">
      In {stateName(state)} (self-declared):{' '}
      {leader === null ? (
        <>
          <strong className="text-ink">
            {(total ?? 0) < minVotersOfClearLead ? good : `${percentage(good ?? 0, total ?? 0)}%`}
          </strong>{' '}
          of the first {ratingsText(total ?? 0)} say Good Job
        </>
      ) : (
        `${ratingLabels[leader]} leads clearly, more than 90%`
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
        {compactCount(count)}
      </dd>
    </div>
  )
}
