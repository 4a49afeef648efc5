import type { Politician } from '@wtpu/contract/politicians'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { compactCount, fullCount } from '#lib/format.ts'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { noPercentage, noRatingsYet } from './messages.ts'
import { approval } from './rules.ts'

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
      {compactCount(count)} {label}
    </span>
  )
}

function totalText(total: number): string {
  return `${compactCount(total)} ${total === 1 ? 'rating' : 'ratings'}`
}
