import { officeName, partyNames, type Politician, type PoliticianProfile } from '@wtpu/contract/politicians'
import TrendingUp from 'lucide-react/icons/trending-up'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { noLongerInOffice } from './messages.ts'

export const partyTones = { D: 'blue', R: 'red', I: 'violet' } as const satisfies Record<Politician['party'], BadgeTone>

type BadgeFields = Pick<Politician, 'party' | 'office' | 'is_trending'> & Partial<Pick<PoliticianProfile, 'retired'>>

/** Badges for party, office, "no longer in office" and "trending". */
export function PoliticianBadges({ politician }: { politician: BadgeFields }) {
  return (
    <div className="flex flex-wrap gap-1.5">
      <Badge tone={partyTones[politician.party]}>{partyNames[politician.party]}</Badge>
      <Badge>{officeName(politician.office)}</Badge>
      {politician.retired && <Badge tone="warning">{noLongerInOffice}</Badge>}
      {politician.is_trending && (
        <Badge tone="warning" icon={<TrendingUp aria-hidden />}>
          Trending
        </Badge>
      )}
    </div>
  )
}
