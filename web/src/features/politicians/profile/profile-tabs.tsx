import type { PoliticianProfile } from '@wtpu/contract/politicians'
import { useState, type ComponentType } from 'react'
import { Tabs } from '#ui/tabs.tsx'
import { ContactOffice } from '#features/politicians/contact/contact-office.tsx'
import { DiscussionWall } from '#features/politicians/wall/discussion-wall.tsx'
import { RelatedPolls } from './related-polls.tsx'
import { profileTabs, type ProfileTab } from '#features/politicians/search.ts'
import { VotingRecords } from './voting-records.tsx'

const panels = {
  wall: DiscussionWall,
  records: VotingRecords,
  contact: ContactOffice,
  polls: RelatedPolls,
} as const satisfies Record<ProfileTab, ComponentType<{ politician: PoliticianProfile }>>

/** The tabs below the ratings. An opened panel stays mounted, so that it keeps text the user is writing. */
export function ProfileTabs({
  politician,
  tab,
  onTab,
}: {
  politician: PoliticianProfile
  tab: ProfileTab
  onTab: (tab: ProfileTab) => void
}) {
  const [opened, setOpened] = useState<readonly ProfileTab[]>([tab])
  if (!opened.includes(tab)) setOpened([...opened, tab])
  return (
    <Tabs label={`More about ${politician.name}`} tabs={profileTabs} value={tab} onChange={onTab}>
      {opened.map((one) => {
        const Panel = panels[one]
        return (
          <div key={one} hidden={one !== tab}>
            <Panel politician={politician} />
          </div>
        )
      })}
    </Tabs>
  )
}
