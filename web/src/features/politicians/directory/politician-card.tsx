import { Part } from '#lib/part.tsx'
import { fullCount } from '@wtpu/contract/full-count'
import type { Politician } from '@wtpu/contract/politicians'
import { initials } from '@wtpu/contract/accounts/names'
import { stateName } from '@wtpu/contract/states'
import { Link } from '@tanstack/react-router'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Star from 'lucide-react/icons/star'
import ThumbsDown from 'lucide-react/icons/thumbs-down'
import ThumbsUp from 'lucide-react/icons/thumbs-up'
import { memo } from 'react'
import { Avatar } from '#ui/avatar.tsx'
import { buttonClass } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { PoliticianBadges } from '#features/politicians/politician-badges.tsx'
import { moreGoodThanBad, noPercentage, noRatingsYet } from '#features/politicians/messages.ts'
import { RatingControls } from '#features/politicians/rating-controls.tsx'
import { approval } from '#features/politicians/rules.ts'
import { partCount } from '#lib/format.ts'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** Memoized, because the directory renders again while it grows. */
export const PoliticianCard = memo(function PoliticianCard({ politician }: { politician: Politician }) {
  const nameId = `politician-${politician.id}-name`
  return (
    <article aria-labelledby={nameId} className={cardClass('flex flex-col gap-4 p-4 pb-1 sm:p-5 sm:pb-1')}>
      <header className="flex flex-wrap gap-4">
        <Portrait politician={politician} />
        <div className="min-w-0 flex-1 basis-28">
          <div className="flex items-start justify-between gap-2">
            <h3 id={nameId} translate="no" className="min-w-0 text-[clamp(1rem,8vw,1.25rem)] leading-tight">
              {politician.name}
            </h3>
            <Part of="ratings">
              <MoreGoodThanBad politician={politician} />
            </Part>
          </div>
          <p className="mt-0.5 mb-2 text-sm text-soft">{stateName(politician.state)}</p>
          <PoliticianBadges politician={politician} />
        </div>
      </header>
      <div className="mt-auto flex flex-col gap-3">
        <Part of="ratings">
          <ApprovalFigures politician={politician} />
          <RatingControls politician={politician} />
        </Part>
        <div className="-mx-4 border-t border-line px-2 pt-1 sm:-mx-5">
          <Link
            to="/politicians/$politicianId"
            params={{ politicianId: String(politician.id) }}
            className={`w-full ${buttonClass({ variant: 'ghost', size: 'small' })}`}
          >
            <span>
              View Profile <span className="sr-only">of {politician.name}</span>
            </span>
            <ChevronRight aria-hidden className="size-4" />
          </Link>
        </div>
      </div>
    </article>
  )
})

/** In portrait format, like the official photographs. */
function Portrait({ politician }: { politician: Politician }) {
  return (
    <Avatar
      id={politician.id}
      image={politician.profile_image}
      initials={initials(politician.name)}
      size="large"
      className="h-25! rounded-control!"
    />
  )
}

function MoreGoodThanBad({ politician }: { politician: Politician }) {
  const { good, bad } = approval(politician)
  if (good <= bad) return null
  return (
    <span className="mt-0.5 shrink-0" title={moreGoodThanBad}>
      <Star aria-hidden className="size-5 fill-current text-warning" />
      <span className="sr-only">{moreGoodThanBad}</span>
    </span>
  )
}

/** The approval percentage with its bar, and the numbers of good, bad and all ratings. */
export function ApprovalFigures({ politician }: { politician: Politician }) {
  const { good, bad, total, percent } = approval(politician)
  return (
    <div className="tabular-nums">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span className="text-sm text-soft">Performance</span>
        {percent === undefined ? (
          <span aria-hidden className="font-semibold text-soft">
            {noPercentage}
          </span>
        ) : (
          <span className="font-semibold">{percent}%</span>
        )}
      </div>
      <ProgressBar value={percent ?? 0} tone="good" className="mt-1.5" />
      <p className="mt-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm text-soft">
        <span className="flex gap-3">
          <Count Icon={ThumbsUp} count={good} label="good" className="text-good" />
          <Count Icon={ThumbsDown} count={bad} label="bad" className="text-bad" />
        </span>
        <span title={fullCount(total)}>{total === 0 ? noRatingsYet : totalText(total)}</span>
      </p>
    </div>
  )
}

function Count({
  Icon,
  count,
  label,
  className,
}: {
  Icon: typeof ThumbsUp
  count: number
  label: string
  className: string
}) {
  return (
    <span className="flex items-center gap-1" title={fullCount(count)}>
      <Icon aria-hidden className={`size-4 ${className}`} />
      {partCount(count)} {label}
    </span>
  )
}

function totalText(total: number): string {
  return `${partCount(total)} ${total === 1 ? 'rating' : 'ratings'}`
}

export function PoliticianCardSkeleton() {
  return (
    <div data-testid="politician-skeleton" className={cardClass('flex flex-col gap-4 p-4 sm:p-5')}>
      <div className="flex flex-wrap gap-4">
        <Skeleton className="h-25 w-20 shrink-0" />
        <div className="flex-1 basis-28">
          <Skeleton className="h-6 w-4/5" />
          <Skeleton className="mt-2 h-4 w-2/5" />
          <Skeleton className="mt-3 h-6 w-3/5" />
        </div>
      </div>
      <div>
        <Skeleton className="h-5 w-full" />
        <Skeleton className="mt-2 h-2 w-full" />
        <Skeleton className="mt-3 h-4 w-3/4" />
      </div>
      <Skeleton className="h-11 w-full" />
      <Skeleton className="h-11 w-full" />
    </div>
  )
}
