import { initials } from '@wtpu/contract/accounts/names'
import type { PoliticianProfile as Profile } from '@wtpu/contract/politicians'
import { stateName } from '@wtpu/contract/states'
import { politicianHead } from '@wtpu/contract/site/public-heads'
import { useQuery } from '@tanstack/react-query'
import { usePageHead } from '#lib/head.ts'
import { Avatar } from '#ui/avatar.tsx'
import { cardClass } from '#ui/card.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { politicianQuery } from '#features/politicians/api.ts'
import { ContactDetails } from '#features/politicians/contact/contact-details.tsx'
import { PoliticianBadges } from '#features/politicians/politician-badges.tsx'
import { PoliticianNotFound } from './politician-not-found.tsx'
import { ProfileLayout } from './profile-layout.tsx'
import { ProfileTabs } from './profile-tabs.tsx'
import { RatingTicker } from './rating-ticker.tsx'
import type { ProfileTab } from '#features/politicians/search.ts'

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
        image={politician.profile_image}
        initials={initials(politician.name)}
        size="huge"
        className="h-45! w-36! rounded-card!"
      />
    ),
    name: politician.name,
    details: (
      <>
        <p className="mt-1 mb-3 text-lg text-soft">{stateName(politician.state)}</p>
        <PoliticianBadges politician={politician} />
        {politician.description && <p className="prose mt-5">{politician.description}</p>}
      </>
    ),
    contact: <ContactDetails politician={politician} className="border-t border-line pt-6 sm:grid-cols-2" />,
    ratings: <RatingTicker politician={politician} />,
  }
}

const skeletonSections = {
  portrait: <Skeleton className="h-45 w-36 shrink-0" />,
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
      <Skeleton className="mt-5 h-[3.3rem] w-full" />
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
      <Skeleton className="mt-4 h-13 w-3/4" />
      <Skeleton className="mt-2 h-5 w-24" />
      <Skeleton className="mt-4 h-11 w-full" />
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
