import type { Politician, RatingType } from '@wtpu/contract/politicians'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { useRef } from 'react'
import { classes } from '#lib/classes.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useOwnRating } from './api.ts'
import { ratedBadges, ratingNames } from './messages.ts'

const icons = { good: ThumbsUp, bad: ThumbsDown } as const satisfies Record<RatingType, unknown>

/** Good Job and Bad Job; once the viewer has rated, the badge that says how. The room stays the same. */
export function RatingControls({ politician, className }: { politician: Politician; className?: string }) {
  const mine = useOwnRating(politician.id)
  const group = useRef<HTMLFieldSetElement>(null)

  function choose(type: RatingType) {
    // The pressed button goes: whoever pressed it by keyboard stays here.
    group.current?.focus({ preventScroll: true })
    mine.rate(type)
  }

  return (
    <fieldset
      ref={group}
      tabIndex={-1}
      aria-label={`Your rating of ${politician.name}`}
      className={classes('flex min-h-11 min-w-0 items-center gap-3', className)}
    >
      {mine.type ? (
        <RatedBadge type={mine.type} />
      ) : mine.isPending ? (
        <Skeleton className="h-11 flex-1" />
      ) : (
        <>
          <RateButton type="good" politician={politician} onClick={() => choose('good')} />
          <RateButton type="bad" politician={politician} onClick={() => choose('bad')} />
        </>
      )}
    </fieldset>
  )
}

function RateButton({ type, politician, onClick }: { type: RatingType; politician: Politician; onClick: () => void }) {
  const Icon = icons[type]
  return (
    <Button variant={type} size="small" className="flex-1" onClick={onClick}>
      <Icon aria-hidden className="size-4 shrink-0" />
      <span>
        {ratingNames[type]} <span className="sr-only">for {politician.name}</span>
      </span>
    </Button>
  )
}

function RatedBadge({ type }: { type: RatingType }) {
  const Icon = icons[type]
  return (
    <Badge tone={type} icon={<Icon aria-hidden />} className="animate-fade-in px-3! py-1.5! text-sm!">
      {ratedBadges[type]}
    </Badge>
  )
}
