import { Part } from '#lib/part.tsx'
import { fullCount } from '@wtpu/contract/full-count'
import type { Politician } from '@wtpu/contract/politicians'
import { initials } from '@wtpu/contract/accounts/names'
import { stateName } from '@wtpu/contract/states'
import { Link } from '@tanstack/react-router'
import Star from 'lucide-react/icons/star'
import ThumbsDown from 'lucide-react/icons/thumbs-down'
import ThumbsUp from 'lucide-react/icons/thumbs-up'
import { memo } from 'react'
import { Avatar } from '#ui/avatar.tsx'
import { cardClass } from '#ui/card.tsx'
import { PoliticianBadges } from '#features/politicians/politician-badges.tsx'
import { moreGoodThanBad, noPercentage, noRatingsYet } from '#features/politicians/messages.ts'
import { approval } from '#features/politicians/rules.ts'
import { partCount } from '#lib/format.ts'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

/** Memoized, because the directory renders again while it grows. */
export const PoliticianCard = memo(function PoliticianCard({ politician }: { politician: Politician }) {
  const nameId = `politician-${politician.id}-name`
  return (
    <article aria-labelledby={nameId} className={cardClass(rowClass)}>
      <div className="min-w-0 flex-1 basis-28">
        <div className="flex items-start justify-between gap-2">
          <h3 id={nameId} translate="no" className="min-w-0 text-base leading-tight">
            {politician.name}
          </h3>
          <Part of="ratings">
            <MoreGoodThanBad politician={politician} />
          </Part>
        </div>
        <PoliticianBadges politician={politician}>
          <span className="text-sm text-soft">{stateName(politician.state)}</span>
        </PoliticianBadges>
        <Part of="ratings">
          <ApprovalFigures politician={politician} />
        </Part>
      </div>
      <div className="-mb-2 flex flex-col">
        <Avatar
          id={politician.id}
          image={politician.profile_image}
          initials={initials(politician.name)}
          size="large"
          className="rounded-control!"
        />
        <Link
          to="/politicians/$politicianId"
          params={{ politicianId: String(politician.id) }}
          className="flex min-h-11 items-center text-sm font-semibold text-accent"
        >
          View Profile <span className="sr-only">of {politician.name}</span>
        </Link>
      </div>
    </article>
  )
})

/** The portrait is last and shown first. In large text, it is below. */
const rowClass = 'flex flex-row-reverse flex-wrap justify-end gap-3 p-3'

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
    <div className="mt-1 text-sm text-soft tabular-nums">
      <div className="flex flex-wrap items-center gap-x-2">
        <span className="sr-only">Performance</span>
        <strong aria-hidden={percent === undefined} className="text-ink">
          {percent === undefined ? noPercentage : <>{percent}%</>}
        </strong>
        <ProgressBar value={percent ?? 0} tone="good" className="min-w-0 flex-1" />
        <span title={fullCount(total)}>{total === 0 ? noRatingsYet : totalText(total)}</span>
      </div>
      <p className="flex flex-wrap gap-x-3">
        <Count Icon={ThumbsUp} count={good} label="good" className="text-good" />
        <Count Icon={ThumbsDown} count={bad} label="bad" className="text-bad" />
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
    <div data-testid="politician-skeleton" className={cardClass(rowClass)}>
      <div className="flex-1 basis-28">
        <Skeleton className="h-5 w-4/5" />
        <Skeleton className="mt-2 h-6 w-3/5" />
        <Skeleton className="mt-3 h-4 w-full" />
        <Skeleton className="mt-3 h-4 w-3/4" />
      </div>
      <Skeleton className="h-28 w-20 shrink-0" />
    </div>
  )
}
