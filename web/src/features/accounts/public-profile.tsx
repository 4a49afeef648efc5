import { writtenOfBio } from '@wtpu/contract/schemas'
import { WrittenText } from '#community/text/written-text.tsx'
import { profileTextNames } from '@wtpu/contract/accounts/on-demand/fields'
import { isOn } from '@wtpu/contract/site/parts'
import { Part } from '#lib/part.tsx'
import type { User } from '@wtpu/contract/accounts/accounts'
import { initials } from '@wtpu/contract/accounts/names'
import { useQuery } from '@tanstack/react-query'
import { useCanGoBack, useRouter } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import BadgeCheck from 'lucide-react/icons/badge-check'
import CalendarDays from 'lucide-react/icons/calendar-days'
import Mail from 'lucide-react/icons/mail'
import MapPin from 'lucide-react/icons/map-pin'
import UserRoundX from 'lucide-react/icons/user-round-x'
import type { ComponentType, ReactNode } from 'react'
import { compactCount } from '#lib/format.ts'
import { usePageHead } from '#lib/head.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Breakable, longestWord } from '#ui/breakable.tsx'
import { backLinkClass, buttonClass } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { NotFound } from '#ui/empty-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { locationNotSet, profileLoadFailed, profileLoading, userNotFound } from './messages.ts'
import { userQuery } from './user-api.ts'
import { monthAndYear } from './rules.ts'

/**
 * `userId` is an id or a username. `Actions` is rendered next to the name, `Posts` below
 * "Recent Posts".
 */
export function PublicProfile({
  userId,
  Actions,
  Posts,
}: {
  userId: string
  Actions: ComponentType<{ user: User }>
  Posts: ComponentType<{ user: User }>
}) {
  const user = useQuery(userQuery(userId))
  usePageHead(user.data && { title: user.data.name, type: 'profile' })
  if (user.isPending) return <ProfileSkeleton />
  if (user.error?.status === 404) {
    return (
      <NotFound icon={<UserRoundX />} title={userNotFound} actions={<BackToFeed className={buttonClass()} />}>
        This account does not exist, or it was deleted.
      </NotFound>
    )
  }
  if (!user.data) {
    return (
      <>
        <h1 className="sr-only">{profileLoadFailed}</h1>
        <ErrorState
          title={profileLoadFailed}
          query={user}
          action={<BackToFeed className={buttonClass({ variant: 'ghost' })} />}
        />
      </>
    )
  }
  return (
    <>
      <BackToFeed />
      <Header user={user.data} actions={<Actions user={user.data} />} />
      <Part of="boiler-room">
        <section aria-labelledby="recent-posts" className="mt-10">
          <h2 id="recent-posts" className="mb-4 text-2xl">
            Recent Posts
          </h2>
          <Posts user={user.data} />
        </section>
      </Part>
    </>
  )
}

function Header({ user, actions }: { user: User; actions: ReactNode }) {
  return (
    <header className={cardClass('mt-4 p-5 sm:p-8')}>
      <div className="flex flex-wrap items-start gap-x-7 gap-y-5">
        <Avatar id={user.id} image={user.avatar} initials={initials(user.name)} size="huge" />
        <div className="min-w-0 flex-1 basis-64">
          <h1 style={longestWord(user.name)} className="break-words">
            <span translate="no">{user.name}</span>
            {user.verified && (
              <>
                <BadgeCheck aria-hidden className="ml-2 inline size-6 align-baseline text-accent" />
                <span className="sr-only">Verified</span>
              </>
            )}
          </h1>
          <p translate="no" className="mt-1 break-words text-soft">
            @<Breakable>{user.username}</Breakable>
          </p>
          {profileTextNames.map(
            (name) =>
              user[name] && (
                <WrittenText
                  key={name}
                  writing={name === 'bio' ? writtenOfBio(user) : {}}
                  className="mt-4 max-w-prose break-words whitespace-pre-line"
                >
                  {user[name]}
                </WrittenText>
              ),
          )}
          <ul className="mt-4 flex flex-wrap gap-x-6 gap-y-2 text-soft [&_svg]:size-4 [&_svg]:shrink-0">
            {/* The server sends it to others only if the owner shares it. */}
            {user.email && (
              <li className="flex min-w-0 items-center gap-2">
                <Mail aria-hidden />
                <span className="min-w-0 wrap-anywhere">
                  <a href={`mailto:${user.email}`} className="text-link">
                    <Breakable>{user.email}</Breakable>
                  </a>
                  {user.show_email === false && ' (visible only to you)'}
                </span>
              </li>
            )}
            <li className="flex items-center gap-2">
              <MapPin aria-hidden /> {user.location || locationNotSet}
            </li>
            <li className="flex items-center gap-2">
              <CalendarDays aria-hidden /> Joined {monthAndYear(user.join_date)}
            </li>
          </ul>
        </div>
        {actions}
      </div>
      <Part of="boiler-room">
        <dl className="mt-6 flex flex-wrap gap-x-8 gap-y-2 border-t border-line pt-5">
          <Count name={user.posts_count === 1 ? 'Post' : 'Posts'} count={user.posts_count} />
          <Count name={user.followers_count === 1 ? 'Follower' : 'Followers'} count={user.followers_count} />
        </dl>
      </Part>
    </header>
  )
}

function Count({ name, count }: { name: string; count: number }) {
  return (
    <div className="flex flex-row-reverse items-baseline gap-2">
      <dt className="text-soft">{name}</dt>
      <dd className="font-serif text-2xl font-semibold tabular-nums">{compactCount(count)}</dd>
    </div>
  )
}

/** Goes back in history, or to the feed if the profile was opened from outside the site. */
function BackToFeed({ className = backLinkClass }: { className?: string }) {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const back = () =>
    canGoBack ? router.history.back() : void router.navigate({ to: isOn('boiler-room') ? '/boiler-room' : '/' })
  return (
    <button type="button" className={className} onClick={back}>
      <ArrowLeft aria-hidden className="size-4" /> {isOn('boiler-room') ? 'Back to Feed' : 'Back'}
    </button>
  )
}

function ProfileSkeleton() {
  return (
    <div aria-busy>
      <BackToFeed />
      <div className={cardClass('mt-4 p-5 sm:p-8')}>
        <div className="flex flex-wrap items-start gap-x-7 gap-y-5">
          <Skeleton className="size-28 rounded-full" />
          <div className="min-w-0 flex-1 basis-64">
            <h1 className="text-soft">{profileLoading}</h1>
            <Skeleton className="mt-1 h-6 w-32" />
            <Skeleton className="mt-4 h-6" />
            <Skeleton className="mt-4 h-6 w-56 max-w-full" />
          </div>
          <Skeleton className="h-11 w-28" />
        </div>
        <div className="mt-6 border-t border-line pt-5">
          <Skeleton className="h-8 w-48" />
        </div>
      </div>
      <Skeleton className="mt-10 mb-4 h-8 w-44" />
      <div className={cardClass('p-5')}>
        <div className="flex items-center gap-3">
          <Skeleton className="size-12 rounded-full" />
          <Skeleton className="h-6 w-40" />
        </div>
        <Skeleton className="mt-4 h-5" />
        <Skeleton className="mt-2 h-5 w-3/5" />
      </div>
    </div>
  )
}
