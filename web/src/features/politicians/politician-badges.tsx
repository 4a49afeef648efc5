import { officeNames, partyNames, type Politician } from '@wtpu/contract/politicians'
import { TrendingUp } from 'lucide-react'
import { Badge, type BadgeTone } from '#ui/badge.tsx'

const partyTones = { D: 'blue', R: 'red', I: 'violet' } as const satisfies Record<Politician['party'], BadgeTone>

/** Party and office in words, and whether many are rating this official today. */
export function PoliticianBadges({ politician }: { politician: Pick<Politician, 'party' | 'office' | 'is_trending'> }) {
  return (
    <div className="flex flex-wrap gap-1.5">
      <Badge tone={partyTones[politician.party]}>{partyNames[politician.party]}</Badge>
      <Badge>{officeNames[politician.office]}</Badge>
      {politician.is_trending && (
        <Badge tone="warning" icon={<TrendingUp aria-hidden />}>
          Trending
        </Badge>
      )}
    </div>
  )
}
