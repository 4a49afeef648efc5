import type { Politician } from '@wtpu/contract/politicians'
import { useState } from 'react'
import { Tabs } from '#ui/tabs.tsx'
import { ContactOffice, newMessage } from './contact-office.tsx'
import { DiscussionWall, newWall } from './discussion-wall.tsx'
import { RelatedPolls } from './related-polls.tsx'
import { profileTabs, type ProfileTab } from './rules.ts'
import { VotingRecords } from './voting-records.tsx'

/** What there is about an official beside the ratings. Drafts live here, so that changing tabs loses none. */
export function ProfileTabs({
  politician,
  tab,
  onTab,
}: {
  politician: Politician
  tab: ProfileTab
  onTab: (tab: ProfileTab) => void
}) {
  const [wall, setWall] = useState(newWall)
  const [message, setMessage] = useState(newMessage)
  return (
    <Tabs label={`More about ${politician.name}`} tabs={profileTabs} value={tab} onChange={onTab}>
      {tab === 'wall' && (
        <DiscussionWall
          politician={politician}
          wall={wall}
          onChange={(change) => setWall((before) => ({ ...before, ...change }))}
        />
      )}
      {tab === 'records' && <VotingRecords name={politician.name} />}
      {tab === 'contact' && <ContactOffice politician={politician} message={message} onChange={setMessage} />}
      {tab === 'polls' && <RelatedPolls politician={politician} />}
    </Tabs>
  )
}
