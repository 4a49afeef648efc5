import { Part } from '#lib/part.tsx'
import { initials } from '@wtpu/contract/accounts/names'
import type { PoliticianProfile as Profile, PoliticianProfile } from '@wtpu/contract/politicians'
import { stateName } from '@wtpu/contract/states'
import { politicianHead } from '@wtpu/contract/site/on-demand/public-heads'
import { useQuery } from '@tanstack/react-query'
import { usePageHead } from '#lib/head.ts'
import { Avatar } from '#ui/avatar.tsx'
import { cardClass } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { politicianQuery } from '#features/politicians/small/api.ts'
import { ContactDetails } from './contact-details.tsx'
import { FollowPolitician } from './follow-politician.tsx'
import { PoliticianBadges } from '#features/politicians/politician-badges.tsx'
import { RatingTicker } from './rating-ticker.tsx'
import { type ProfileTab, profileTabs } from '#features/politicians/search.ts'
import { useState, type ComponentType, type ReactNode } from 'react'
import { Tabs } from '#ui/tabs.tsx'
import { DiscussionWall } from '#features/politicians/wall/discussion-wall.tsx'
import { useCanGoBack, useRouter } from '@tanstack/react-router'
import UserRoundX from 'lucide-react/icons/user-round-x'
import { Button } from '#ui/button.tsx'
import { NotFound } from '#ui/empty-state.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { RetryButton } from '#ui/retry-button.tsx'
import { politicianNotFound } from '#features/politicians/messages.ts'

/** `/politicians/{id}`. A missing politician and a failed request show the same screen. */
export function PoliticianProfile({
  id,
  tab,
  onTab,
}: {
  id: number
  tab: ProfileTab
  onTab: (tab: ProfileTab) => void
}) {
  const { data, error, refetch } = useQuery(politicianQuery(id))
  usePageHead(data && politicianHead(data))
  if (!data && error) return <PoliticianNotFound onRetry={() => refetch()} />
  return (
    <>
      <ProfileLayout busy={!data} {...(data ? profileSections(data) : skeletonSections)} />
      <div className="mt-12">
        {data ? <ProfileTabs key={id} politician={data} tab={tab} onTab={onTab} /> : <TabsSkeleton />}
      </div>
    </>
  )
}

function profileSections(politician: Profile) {
  return {
    portrait: (
      <Avatar
        id={politician.id}
        image={politician.profile_image}
        initials={initials(politician.name)}
        size="large"
        className="h-25! rounded-card! sm:h-45! sm:w-36!"
      />
    ),
    name: politician.name,
    details: (
      <>
        <p className="mt-1 mb-3 text-lg text-soft">{stateName(politician.state)}</p>
        <PoliticianBadges politician={politician} />
        {!politician.retired && <FollowPolitician politician={politician} />}
      </>
    ),
    contact: (
      <div>
        {politician.description && <p className="prose mb-5">{politician.description}</p>}
        <ContactDetails politician={politician} className="border-t border-line pt-6 sm:grid-cols-2" />
      </div>
    ),
    ratings: <RatingTicker politician={politician} />,
  }
}

const skeletonSections = {
  portrait: <Skeleton className="h-25! w-20 shrink-0 sm:h-45! sm:w-36!" />,
  name: (
    <>
      <span className="sr-only">Loading politician...</span>
      <Skeleton className="h-[1.25em] w-3/5" />
    </>
  ),
  details: (
    <>
      <Skeleton className="mt-1 mb-3 h-7 w-32" />
      <Skeleton className="h-6 w-44" />
      <Skeleton className="mt-3 h-11 w-24" />
    </>
  ),
  contact: (
    <div className="grid gap-x-8 gap-y-2 border-t border-line pt-6 sm:grid-cols-2">
      {[0, 1, 2, 3].map((entry) => (
        <Skeleton key={entry} className="h-16 w-full" />
      ))}
    </div>
  ),
  ratings: (
    <div className={cardClass('p-5 sm:p-6')}>
      <Skeleton className="h-12 w-24" />
      <Skeleton className="mt-4 h-2.5 w-full" />
      <Skeleton className="mt-4 h-11 w-full" />
      <Skeleton className="mt-4 h-13 w-3/4" />
      <Skeleton className="mt-3 h-32 w-full" />
    </div>
  ),
}

function TabsSkeleton() {
  return (
    <div aria-busy>
      <Skeleton className="mb-6 h-11 w-full max-w-xl" />
      <Skeleton className="h-40 w-full max-w-3xl" />
    </div>
  )
}

// The code of the other tabs is loaded when one is opened.
const panels = {
  wall: DiscussionWall,
  records: lazyComponent(() => import('./voting-records.tsx').then((module) => module.VotingRecords)),
  contact: lazyComponent(() => import('./contact-office.tsx').then((module) => module.ContactOffice)),
  polls: lazyComponent(() => import('./related-polls.tsx').then((module) => module.RelatedPolls)),
} as const satisfies Record<ProfileTab, ComponentType<{ politician: PoliticianProfile }>>

/** The tabs below the ratings. An opened panel stays mounted, so that it keeps text the user is writing. */
function ProfileTabs({
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
      {opened.map((name) => {
        const Panel = panels[name]
        return (
          <div key={name} hidden={name !== tab}>
            <Panel politician={politician} />
          </div>
        )
      })}
    </Tabs>
  )
}

/**
 * The top of a profile, used for both the skeleton and the loaded content. Sharing one `<h1>` keeps the focus that it
 * received on navigation when the name replaces its skeleton.
 */
function ProfileLayout({
  portrait,
  name,
  details,
  contact,
  ratings,
  busy,
}: {
  portrait: ReactNode
  name: ReactNode
  details: ReactNode
  contact: ReactNode
  ratings: ReactNode
  busy: boolean
}) {
  return (
    <div
      aria-busy={busy}
      className="grid grid-cols-1 items-start gap-8 lg:grid-cols-[1fr_22rem] lg:grid-rows-[auto_1fr] lg:gap-x-12"
    >
      <div className="flex flex-wrap gap-5 sm:gap-7">
        {portrait}
        <div className="min-w-0 flex-1 basis-40">
          {/* Most names take two lines on a phone, and what is below must not move. Others are next to it. */}
          <h1 translate="no" className="max-sm:grid max-sm:min-h-[2.5em] max-sm:content-end">
            <span>{name}</span>
          </h1>
          {details}
        </div>
      </div>
      {/* On a phone, ratings come before the description and contact details, because more visitors look for them. */}
      <Part of="ratings">
        <div className="lg:row-span-2">{ratings}</div>
      </Part>
      {contact}
    </div>
  )
}

function PoliticianNotFound({ onRetry }: { onRetry: () => unknown }) {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const goBack = () => (canGoBack ? router.history.back() : void router.navigate({ to: '/politicians' }))
  return (
    <NotFound
      role="alert"
      icon={<UserRoundX />}
      title={politicianNotFound}
      actions={
        <>
          <Button variant="secondary" onClick={goBack}>
            Go Back
          </Button>
          <RetryButton variant="primary" onRetry={onRetry} />
        </>
      }
    >
      This official may have left office, or the page could not be loaded just now.
    </NotFound>
  )
}
