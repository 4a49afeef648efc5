import type { Politician, RatingType } from '@wtpu/contract/politicians'
import { CircleCheckBig, ThumbsDown, ThumbsUp } from 'lucide-react'
import { useRef } from 'react'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { useOwnRating } from './api.ts'
import { ratedBadges, ratingNames } from './messages.ts'

/** Good Job and Bad Job; after voting a check badge. An official who is gone cannot be rated, and nothing happens. */
export function TickerRating({ politician }: { politician: Politician }) {
  const mine = useOwnRating(politician.id, { ignoreMissing: true })
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
      className="flex min-h-11 min-w-0 flex-1 items-center gap-2 sm:min-w-60"
    >
      {mine.type ? (
        <Badge
          tone={mine.type}
          icon={<CircleCheckBig aria-hidden />}
          className="animate-fade-in px-3! py-1.5! text-sm!"
        >
          {ratedBadges[mine.type]}
        </Badge>
      ) : (
        !mine.isPending && (
          <>
            <RateButton type="good" name={politician.name} onClick={() => choose('good')} />
            <RateButton type="bad" name={politician.name} onClick={() => choose('bad')} />
          </>
        )
      )}
    </fieldset>
  )
}

function RateButton({ type, name, onClick }: { type: RatingType; name: string; onClick: () => void }) {
  const Icon = type === 'good' ? ThumbsUp : ThumbsDown
  return (
    <Button variant={type} size="small" className="min-w-0 flex-1 px-1.5! max-[22rem]:px-0!" onClick={onClick}>
      <Icon aria-hidden className="size-4 shrink-0 max-[26rem]:hidden" />
      <span>
        {ratingNames[type]} <span className="sr-only">for {name}</span>
      </span>
    </Button>
  )
}
