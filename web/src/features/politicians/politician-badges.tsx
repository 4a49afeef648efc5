import { officeName, partyNames, type Party, type Politician, type PoliticianProfile } from '@wtpu/contract/politicians'
import TrendingUp from 'lucide-react/icons/trending-up'
import type { ReactNode } from 'react'
import { Badge, type BadgeTone } from '#ui/badge.tsx'
import { noLongerInOffice } from './messages.ts'

const partyTones = { D: 'blue', R: 'red', I: 'violet' } as const satisfies Record<Party, BadgeTone>

/** Nothing for an official without a party. */
export function PartyBadge({ party }: Pick<Politician, 'party'>) {
  return party && <Badge tone={partyTones[party]}>{partyNames[party]}</Badge>
}

type BadgeFields = Pick<Politician, 'party' | 'office' | 'is_trending'> & Partial<Pick<PoliticianProfile, 'retired'>>

/** Badges for party, office, "no longer in office" and "trending", after the `children`. */
export function PoliticianBadges({ politician, children }: { politician: BadgeFields; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-1">
      {children}
      <PartyBadge party={politician.party} />
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
