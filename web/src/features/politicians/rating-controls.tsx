import { fewAnswers } from '@wtpu/contract/few-answers'
import type { Politician, PoliticianProfile, RatingType } from '@wtpu/contract/politicians'
import CircleCheckBig from 'lucide-react/icons/circle-check-big'
import ThumbsDown from 'lucide-react/icons/thumbs-down'
import ThumbsUp from 'lucide-react/icons/thumbs-up'
import { useRef } from 'react'
import { classes } from '#lib/classes.ts'
import { takePlace } from '#lib/take-place.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { approval } from './rules.ts'
import { useMyRating } from './rating-api.ts'
import { fewRated, noLongerRated, ratedBadges, ratingLabels } from './messages.ts'
import { useRatingsClosed } from './ratings-closed.ts'

const RatingUndo = lazyComponent(() => import('./rating-undo.tsx').then((module) => module.RatingUndo))

const icons = { good: ThumbsUp, bad: ThumbsDown } as const satisfies Record<RatingType, unknown>

/**
 * The Good Job and Bad Job buttons, or a badge of the same height once the viewer has rated, with Undo for ten seconds. With
 * `inTicker`, they are more compact, the badge has a check mark, and a 404 shows no error.
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
  const myRating = useMyRating(politician.id, { ignoreMissing: inTicker })
  const closed = useRatingsClosed()
  const group = useRef<HTMLFieldSetElement>(null)

  const focusGroup = () => group.current?.focus({ preventScroll: true })
  function choose(type: RatingType) {
    // The badge replaces the focused button, so move keyboard focus to the group.
    focusGroup()
    myRating.rate(type)
  }
  const buttonProps = { name: politician.name, compact: inTicker }

  return (
    <fieldset
      ref={group}
      tabIndex={-1}
      aria-label={`Your rating of ${politician.name}`}
      className={classes(
        'flex min-h-11 min-w-0 items-center',
        inTicker ? 'gap-2' : 'gap-3',
        // The ticker keeps its height.
        !(inTicker && myRating.type) && 'flex-wrap',
        className,
      )}
    >
      {myRating.type ? (
        <>
          <RatedBadge type={myRating.type} compact={inTicker} />
          {myRating.undoUntil && (
            <RatingUndo politician={politician} until={myRating.undoUntil} inTicker={inTicker} onEnd={focusGroup} />
          )}
        </>
      ) : politician.retired ? (
        <p className="text-sm text-soft">{noLongerRated}</p>
      ) : closed ? null : myRating.isPending ? (
        <Skeleton className="h-11 flex-1" />
      ) : (
        <>
          <RateButton type="good" onClick={() => choose('good')} {...buttonProps} />
          <RateButton type="bad" onClick={() => choose('bad')} {...buttonProps} />
          {!inTicker && approval(politician).total < fewAnswers && (
            <p className="w-full text-sm text-soft">{fewRated}</p>
          )}
        </>
      )}
      {closed && !politician.retired && !(inTicker && myRating.type) && (
        <p ref={takePlace} tabIndex={-1} className="w-full text-sm text-soft">
          {closed}
        </p>
      )}
    </fieldset>
  )
}

function RateButton({
  type,
  name,
  compact,
  onClick,
}: {
  type: RatingType
  name: string
  compact: boolean
  onClick: () => void
}) {
  const Icon = icons[type]
  return (
    <Button
      variant={type}
      size="small"
      className={classes('flex-1', compact && 'min-w-0 px-1.5! max-[22rem]:px-0!')}
      onClick={onClick}
    >
      <Icon aria-hidden className={classes('size-4 shrink-0', compact && 'max-[26rem]:hidden')} />
      <span>
        {ratingLabels[type]} <span className="sr-only">for {name}</span>
      </span>
    </Button>
  )
}

function RatedBadge({ type, compact }: { type: RatingType; compact: boolean }) {
  const Icon = compact ? CircleCheckBig : icons[type]
  return (
    <Badge
      tone={type}
      icon={<Icon aria-hidden className={compact ? 'max-[26rem]:hidden' : ''} />}
      className="min-w-0 animate-fade-in px-3! py-1.5! text-sm!"
    >
      <span className={compact ? 'truncate' : ''}>{ratedBadges[type]}</span>
    </Badge>
  )
}
