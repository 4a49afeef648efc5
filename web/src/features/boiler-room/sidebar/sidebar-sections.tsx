import { fullCount } from '@wtpu/contract/full-count'
import type { SuggestedUser } from '@wtpu/contract/boiler-room/follows'
import { initials } from '@wtpu/contract/accounts/names'
import type { Hashtag } from '@wtpu/contract/boiler-room/hashtags'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { ProfileLink } from '#community/author-line.tsx'
import { compactCount } from '#lib/format.ts'
import { useSession } from '#lib/session/session.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button } from '#ui/button.tsx'
import { SidebarError, SidebarSection } from '#ui/on-demand/sidebar-section.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { copiedForTikTok, shareText } from '#features/boiler-room/messages.ts'
import { shareAddresses } from '#features/boiler-room/rules.ts'
import { FollowButton } from '#features/boiler-room/follow-button.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { SidebarLayout, type AllPeople, type PeopleSearch } from './feed-sidebar.tsx'
import { optionalCode } from '#lib/optional-code.ts'
import { sayNotOpened } from '#ui/toast/not-opened.tsx'
import { suggestedUsersQuery, trendingHashtagsQuery } from '../feed-api.ts'

const noTrendingTopics = 'No trending topics at the moment.'
const noSuggestions = 'No suggested connections available at the moment.'
const seeMore = 'See More Suggestions'
const showLess = 'Show Less'
const topicsLoadFailed = 'Trending topics could not be loaded.'
const suggestionsLoadFailed = 'Suggestions could not be loaded.'

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

/** The number of suggestions shown at first. */
const shownAtFirst = 2
const suggestionsTitle = 'Suggested Connections'

export function SuggestedConnections({ findingPeople, onPeopleFound, ...all }: PeopleSearch & AllPeople) {
  const suggestions = useQuery(suggestedUsersQuery())
  const session = useSession()
  const users = suggestions.data?.filter(({ id }) => id !== session?.user_id)
  const heading = useRef<HTMLHeadingElement>(null)
  const found = useEffectEvent(() => {
    heading.current?.focus()
    onPeopleFound()
  })
  useEffect(() => {
    if (findingPeople) found()
  }, [findingPeople])
  return (
    <SidebarSection title={suggestionsTitle} headingRef={heading}>
      {users ? (
        <Suggestions users={users} {...all} />
      ) : suggestions.isPending ? (
        <SuggestionsSkeleton />
      ) : (
        <SidebarError title={suggestionsTitle} onRetry={() => suggestions.refetch()}>
          {suggestionsLoadFailed}
        </SidebarError>
      )}
    </SidebarSection>
  )
}

function Suggestions({ users, allPeople, onAllPeople }: { users: readonly SuggestedUser[] } & AllPeople) {
  if (users.length === 0) return <p className="text-soft">{noSuggestions}</p>
  return (
    <>
      <ul className="divide-y divide-line">
        {users.slice(0, allPeople ? users.length : shownAtFirst).map((user) => (
          <Suggestion key={user.id} user={user} />
        ))}
      </ul>
      {users.length > shownAtFirst && (
        <Button
          variant="ghost"
          size="small"
          aria-expanded={allPeople}
          onClick={() => onAllPeople(!allPeople)}
          className="mt-1 w-full"
        >
          {allPeople ? showLess : seeMore}
        </Button>
      )}
    </>
  )
}

function Suggestion({ user }: { user: SuggestedUser }) {
  const followers = `${compactCount(user.followers_count)} ${user.followers_count === 1 ? 'follower' : 'followers'}`
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3">
      <Avatar id={user.id} image={user.avatar} initials={initials(user.name)} size="small" />
      <div className="min-w-0 flex-1 basis-24">
        <ProfileLink user={user.id} className="block py-0.5 leading-snug font-semibold wrap-anywhere hover:underline">
          <bdi translate="no">{user.name}</bdi>
        </ProfileLink>
        <p className="text-sm text-soft wrap-anywhere">{followers}</p>
      </div>
      <FollowButton user={user} followed={false} followedLabel="Following" size="small" />
    </li>
  )
}

function SuggestionsSkeleton() {
  return (
    <LoadingState label="Loading suggested connections..." className="divide-y divide-line">
      {[0, 1].map((row) => (
        <div key={row} className="flex items-center gap-3 py-3">
          <Skeleton className="size-9 shrink-0 rounded-full!" />
          <div className="flex-1">
            <Skeleton className="h-5 w-24" />
            <Skeleton className="mt-1 h-4 w-16" />
          </div>
          <Skeleton className="h-11 w-24" />
        </div>
      ))}
      <div className="h-12" />
    </LoadingState>
  )
}

const topicsShown = 20
const topicsTitle = 'Trending Topics'

export function TrendingTopics() {
  const topics = useQuery(trendingHashtagsQuery())
  return (
    <SidebarSection title={topicsTitle}>
      {topics.data ? (
        <Topics topics={topics.data.slice(0, topicsShown)} />
      ) : topics.isPending ? (
        <TopicsSkeleton />
      ) : (
        <SidebarError title={topicsTitle} onRetry={() => topics.refetch()}>
          {topicsLoadFailed}
        </SidebarError>
      )}
    </SidebarSection>
  )
}

function Topics({ topics }: { topics: readonly Hashtag[] }) {
  if (topics.length === 0) return <p className="text-soft">{noTrendingTopics}</p>
  return (
    <ol>
      {topics.map(({ name, usage_count: uses }) => (
        <li key={name}>
          <Link
            to="/boiler-room/hashtag/$tag"
            params={{ tag: name }}
            className="-mx-2 flex min-h-9 items-center pointer-coarse:min-h-11 justify-between gap-3 rounded-control px-2 hover:bg-sunken"
          >
            <bdi className="min-w-0 font-medium wrap-anywhere text-accent">#{name}</bdi>{' '}
            <span className="shrink-0 text-sm text-soft tabular-nums" title={fullCount(uses)}>
              {compactCount(uses)} {uses === 1 ? 'post' : 'posts'}
            </span>
          </Link>
        </li>
      ))}
    </ol>
  )
}

function TopicsSkeleton() {
  return (
    <LoadingState label="Loading trending topics..." rows={8} className="grid gap-1 py-1">
      <div className="flex justify-between gap-6 py-1">
        <Skeleton className="h-6 w-32" />
        <Skeleton className="h-6 w-14" />
      </div>
    </LoadingState>
  )
}

const providers = ['Facebook', 'Twitter', 'LinkedIn', 'TikTok'] as const

/** Shares the current address. */
export function ShareButtons() {
  return (
    <SidebarSection title="Share">
      <ul className="grid grid-cols-2 gap-2">
        {providers.map((provider) => (
          <li key={provider}>
            <Button variant="secondary" size="small" className="w-full" onClick={() => share(provider)}>
              <span className="sr-only">Share this page on</span> {provider}
            </Button>
          </li>
        ))}
      </ul>
    </SidebarSection>
  )
}

/** Opens the provider's share page in a new window. */
function share(provider: (typeof providers)[number]): void {
  const address = window.location.href
  window.open(shareAddresses(address, shareText)[provider], '_blank', 'noopener,noreferrer,width=640,height=640')
  if (provider === 'TikTok') void copyForTikTok(address)
}

/** Imports `copyLink` on use, because the bundler puts it into one file with the menus of cards. */
async function copyForTikTok(address: string): Promise<void> {
  const copying = await optionalCode(() => import('#community/copy-link.ts'))
  if (copying) await copying.copyLink(address, copiedForTikTok)
  else await sayNotOpened('The link could not be copied')
}
