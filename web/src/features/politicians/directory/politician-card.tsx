import type { Politician } from '@wtpu/contract/politicians'
import { initials } from '@wtpu/contract/accounts/names'
import { stateName } from '@wtpu/contract/states'
import { Link } from '@tanstack/react-router'
import { ChevronRight, Star } from 'lucide-react'
import { memo } from 'react'
import { Avatar } from '#ui/avatar.tsx'
import { buttonClass } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { ApprovalFigures } from '#features/politicians/approval-figures.tsx'
import { PoliticianBadges } from '#features/politicians/politician-badges.tsx'
import { moreGoodThanBad } from '#features/politicians/messages.ts'
import { RatingControls } from '#features/politicians/rating-controls.tsx'
import { approval } from '#features/politicians/rules.ts'

/** Memoized, because the directory renders again while it grows. */
export const PoliticianCard = memo(function PoliticianCard({ politician }: { politician: Politician }) {
  const nameId = `politician-${politician.id}-name`
  return (
    <article aria-labelledby={nameId} className={cardClass('flex flex-col gap-4 p-4 pb-1 sm:p-5 sm:pb-1')}>
      <header className="flex flex-wrap gap-4">
        <Portrait politician={politician} />
        <div className="min-w-0 flex-1 basis-28">
          <div className="flex items-start justify-between gap-2">
            <h3 id={nameId} className="min-w-0 text-[clamp(1rem,8vw,1.25rem)] leading-tight">
              {politician.name}
            </h3>
            <MoreGoodThanBad politician={politician} />
          </div>
          <p className="mt-0.5 mb-2 text-sm text-soft">{stateName(politician.state)}</p>
          <PoliticianBadges politician={politician} />
        </div>
      </header>
      <div className="mt-auto flex flex-col gap-3">
        <ApprovalFigures politician={politician} />
        <RatingControls politician={politician} />
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
