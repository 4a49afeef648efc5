import { useInfiniteQuery } from '@tanstack/react-query'
import { initials } from '@wtpu/contract/accounts/names'
import type { FollowedUser } from '@wtpu/contract/boiler-room/follows'
import { listBlocked, listMuted } from '@wtpu/contract/boiler-room/mutes-and-blocks'
import { isOn } from '@wtpu/contract/site/parts'
import { ProfileLink } from '#community/author-line.tsx'
import { type MuteChange, useMute } from '#community/menu/mute-api.ts'
import { infiniteQuery } from '#lib/api/api.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Breakable } from '#ui/breakable.tsx'
import { Button } from '#ui/button.tsx'
import { cardClass } from '#ui/card.tsx'
import { LoadMore } from '#ui/endless-list.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

export const mutedPeopleTitle = 'Muted and blocked people'

/** Whom the viewer has muted or blocked. */
export function MutedPeople() {
  return (
    <section id="muted-people" tabIndex={-1} aria-labelledby="muted-people-title" className="mt-6 outline-none">
      <h2 id="muted-people-title" className="mb-2 text-2xl">
        {mutedPeopleTitle}
      </h2>
      <p className="mb-6 max-w-prose text-soft">
        You do not see what they write.{' '}
        {isOn('boiler-room') && 'Blocked people also cannot follow you or comment on your posts. '}
        They are not notified.
      </p>
      <div className="grid items-start gap-6 md:grid-cols-2">
        <People title="Muted" query={mutedQuery} undo="unmute" none="You have muted nobody." />
        <People title="Blocked" query={blockedQuery} undo="unblock" none="You have blocked nobody." />
      </div>
    </section>
  )
}

const mutedQuery = infiniteQuery(listMuted)
const blockedQuery = infiniteQuery(listBlocked)

function People({
  title,
  query,
  undo,
  none,
}: {
  title: string
  query: typeof mutedQuery
  undo: MuteChange
  none: string
}) {
  const pages = useInfiniteQuery(query)
  const people = pages.data?.pages.flatMap(({ results }) => results)
  return (
    <section aria-label={title} className={cardClass('p-4 sm:p-6')}>
      <h3 className="mb-2 text-xl">{title}</h3>
      {people ? (
        people.length === 0 ? (
          <p className="text-soft">{none}</p>
        ) : (
          <ul className="divide-y divide-line">
            {people.map((user) => (
              <UserRow key={user.id} user={user} undo={undo} />
            ))}
          </ul>
        )
      ) : pages.isPending ? (
        <Skeleton className="h-11" />
      ) : (
        <ErrorState inCard title="The list could not be loaded" query={pages} />
      )}
      <LoadMore pages={pages} automatic={false} />
    </section>
  )
}

function UserRow({ user, undo }: { user: FollowedUser; undo: MuteChange }) {
  const { id, username, avatar } = user
  // A block outlasts the account, because its owner can register again.
  const name = username ? user.name : 'Deleted account'
  const mute = useMute({ id, name })
  return (
    <li className="flex items-center gap-3 py-3">
      <Avatar id={id} image={avatar} initials={initials(name)} size="small" />
      {username ? (
        <ProfileLink user={id} translate="no" className="min-w-0 flex-1 font-medium hover:text-link">
          <Breakable>{name}</Breakable>
          <span className="block text-sm font-normal text-soft">
            @<Breakable>{username}</Breakable>
          </span>
        </ProfileLink>
      ) : (
        <span className="min-w-0 flex-1 text-soft">{name}</span>
      )}
      <Button variant="secondary" size="small" loading={mute.isPending} onClick={() => mute.mutate(undo)}>
        {undo === 'unmute' ? 'Unmute' : 'Unblock'} <span className="sr-only">{name}</span>
      </Button>
    </li>
  )
}
