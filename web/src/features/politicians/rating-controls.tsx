import type { Politician, PoliticianProfile, RatingType } from '@wtpu/contract/politicians'
import { CircleCheckBig, ThumbsDown, ThumbsUp } from 'lucide-react'
import { useRef } from 'react'
import { classes } from '#lib/classes.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useMyRating } from './rating-api.ts'
import { ratedBadges, ratingNames, ratingsClosed } from './messages.ts'

const icons = { good: ThumbsUp, bad: ThumbsDown } as const satisfies Record<RatingType, unknown>

/**
 * Good Job and Bad Job; once the viewer has rated, the badge that says how. The room stays the same. `inTicker`: tighter,
 * the badge is a check, and an official who is gone meanwhile is no news there (specification 2 and 5).
 */
export function RatingControls({
  politician,
  inTicker = false,
  className,
}: {
  politician: Politician & Partial<Pick<PoliticianProfile, 'retired'>>
  inTicker?: boolean
  className?: string
}) {
  const mine = useMyRating(politician.id, { ignoreMissing: inTicker })
  const group = useRef<HTMLFieldSetElement>(null)

  function choose(type: RatingType) {
    // The pressed button goes: whoever pressed it by keyboard stays here.
    group.current?.focus({ preventScroll: true })
    mine.rate(type)
  }
  const button = { name: politician.name, tight: inTicker }

  return (
    <fieldset
      ref={group}
      tabIndex={-1}
      aria-label={`Your rating of ${politician.name}`}
      className={classes('flex min-h-11 min-w-0 flex-wrap items-center', inTicker ? 'gap-2' : 'gap-3', className)}
    >
      {mine.type ? (
        <RatedBadge type={mine.type} Icon={inTicker ? CircleCheckBig : icons[mine.type]} />
      ) : politician.retired ? (
        <p className="text-sm text-soft">{ratingsClosed}</p>
      ) : mine.isPending ? (
        <Skeleton className="h-11 flex-1" />
      ) : (
        <>
          <RateButton type="good" onClick={() => choose('good')} {...button} />
          <RateButton type="bad" onClick={() => choose('bad')} {...button} />
        </>
      )}
    </fieldset>
  )
}

function RateButton({
  type,
  name,
  tight,
  onClick,
}: {
  type: RatingType
  name: string
  tight: boolean
  onClick: () => void
}) {
  const Icon = icons[type]
  return (
    <Button
      variant={type}
      size="small"
      className={classes('flex-1', tight && 'min-w-0 px-1.5! max-[22rem]:px-0!')}
      onClick={onClick}
    >
      <Icon aria-hidden className={classes('size-4 shrink-0', tight && 'max-[26rem]:hidden')} />
      <span>
        {ratingNames[type]} <span className="sr-only">for {name}</span>
      </span>
    </Button>
  )
}

function RatedBadge({ type, Icon }: { type: RatingType; Icon: typeof ThumbsUp }) {
  return (
    <Badge tone={type} icon={<Icon aria-hidden />} className="animate-fade-in px-3! py-1.5! text-sm!">
      {ratedBadges[type]}
    </Badge>
  )
}
