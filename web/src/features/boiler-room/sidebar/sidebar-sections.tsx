import type { AllPeople, PeopleSearch } from './people-search.ts'
import { ShareButtons } from './share-buttons.tsx'
import { SidebarLayout } from './sidebar-layout.tsx'
import { SuggestedConnections } from './suggested-connections.tsx'
import { TrendingTopics } from './trending-topics.tsx'

export function SidebarSections(props: PeopleSearch & AllPeople) {
  return (
    <SidebarLayout>
      <TrendingTopics />
      <div className="grid content-start gap-4 lg:gap-5">
        <SuggestedConnections {...props} />
        <ShareButtons />
      </div>
    </SidebarLayout>
  )
}
