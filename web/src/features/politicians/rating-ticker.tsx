import type { Politician } from '@wtpu/contract/politicians'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { compactCount, fullCount } from '#lib/format.ts'
import { cardClass } from '#ui/card.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { noRatingsYet, ratingNames } from './messages.ts'
import { RatingControls } from './rating-controls.tsx'
import { approval } from './rules.ts'

/** Good Job and Bad Job on the profile: the percent, both counts, and the viewer's own word. */
export function RatingTicker({ politician }: { politician: Politician }) {
  const { good, bad, total, percent } = approval(politician)
  return (
    <section aria-label="Ratings" className={cardClass('p-5 tabular-nums sm:p-6')}>
      <p className="flex items-baseline gap-2">
        <span className="font-serif text-5xl leading-none font-semibold">{percent}%</span>
        <span className="text-soft">say Good Job</span>
      </p>
      <ProgressBar value={percent} tone="good" className="mt-4 min-h-2.5" />
      <dl className="mt-4 grid grid-cols-2 gap-4">
        <div>
          <dt className="flex items-center gap-1.5 text-sm text-soft">
            <ThumbsUp aria-hidden className="size-4 text-good" />
            {ratingNames.good}
          </dt>
          <dd className="text-2xl font-semibold" title={fullCount(good)}>
            {compactCount(good)}
          </dd>
        </div>
        <div>
          <dt className="flex items-center gap-1.5 text-sm text-soft">
            <ThumbsDown aria-hidden className="size-4 text-bad" />
            {ratingNames.bad}
          </dt>
          <dd className="text-2xl font-semibold" title={fullCount(bad)}>
            {compactCount(bad)}
          </dd>
        </div>
      </dl>
      <p className="mt-2 mb-4 text-sm text-soft">
        {total === 0 ? noRatingsYet : `${fullCount(total)} ${total === 1 ? 'rating' : 'ratings'}`}
      </p>
      <RatingControls politician={politician} />
    </section>
  )
}
