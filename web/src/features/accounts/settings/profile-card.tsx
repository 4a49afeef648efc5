import { profileTextNames } from '@wtpu/contract/accounts/on-demand/fields'
import type { User } from '@wtpu/contract/accounts/accounts'
import { initials } from '@wtpu/contract/accounts/names'
import { writtenOfBio } from '@wtpu/contract/schemas'
import { Link } from '@tanstack/react-router'
import { Part } from '#lib/part.tsx'
import Pencil from 'lucide-react/icons/pencil'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { WrittenText } from '#community/text/written-text.tsx'
import { useDraft } from '#lib/draft.ts'
import { keepPlace } from '#lib/keep-place.ts'
import { signOut } from '#lib/session/sign-out.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button, buttonClass } from '#ui/button.tsx'
import { AvatarPicker } from './avatar-picker.tsx'
import { locationNotSet } from '#features/accounts/messages.ts'
import { monthAndYear } from '#features/accounts/rules.ts'
import { hasChanged, profileDraft, profileText } from './profile-api.ts'
import { ProfileForm } from './profile-form.tsx'

/**
 * Switches between viewing and editing the profile. Editing starts with the button, by choosing a
 * picture, or on mount if there is an unsaved draft.
 */
export function ProfileCard({ user }: { user: User }) {
  const [draft] = useDraft(profileDraft, profileText(user))
  const [editing, setEditing] = useState<{ avatar?: File } | undefined>(hasChanged(draft, user) ? {} : undefined)
  const card = useRef<HTMLDivElement>(null)
  /** The callback also moves focus, because the control that had it is unmounted. */
  const switchTo = (next: { avatar?: File } | undefined, focusSelector: string) => {
    flushSync(() => setEditing(next))
    const control = card.current?.querySelector<HTMLElement>(focusSelector)
    control?.focus({ preventScroll: next === undefined })
    return control ?? null
  }
  // The form is higher: what is below it would move up.
  const close = () => keepPlace(document.activeElement, () => switchTo(undefined, '[data-edit]'))
  return (
    <div ref={card}>
      {editing ? (
        <ProfileForm user={user} picked={editing.avatar} onDone={close} />
      ) : (
        <ProfileView user={user} onEdit={(avatar) => switchTo({ avatar }, '[name="first_name"]')} />
      )}
    </div>
  )
}

function ProfileView({ user, onEdit }: { user: User; onEdit: (avatar?: File) => void }) {
  return (
    <>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
        <Avatar id={user.id} image={user.avatar} initials={initials(user.name)} size="huge" />
        <div className="min-w-0 flex-1 basis-56">
          <p translate="no" className="font-serif text-xl leading-snug font-semibold break-words">
            {user.name}
          </p>
          <p translate="no" className="text-soft wrap-anywhere">
            @{user.username}
          </p>
          <AvatarPicker label="Change picture" onPick={onEdit} className="mt-3" />
        </div>
      </div>
      <WrittenText writing={writtenOfBio(user)} className="mt-5 max-w-prose whitespace-pre-line break-words">
        {profileTextNames.flatMap((name) => user[name] || []).join('\n') || (
          <span className="text-soft">No bio yet. Tell others who you are in a line or two.</span>
        )}
      </WrittenText>
      <dl className="mt-6 grid gap-x-8 gap-y-4 border-t border-line pt-5 sm:grid-cols-2">
        <Row name="Email" value={user.email ?? ''} note="The email cannot be changed." />
        <Row name="State" value={user.location ?? locationNotSet} />
        <Row name="Member since" value={monthAndYear(user.join_date)} />
        <Part of="profiles">
          <div>
            <dt className="text-sm font-semibold text-soft">Public profile</dt>
            <dd>
              <Link
                to="/user/$userId"
                params={{ userId: String(user.id) }}
                className="inline-flex min-h-11 items-center text-link"
              >
                See what others see
              </Link>
            </dd>
          </div>
        </Part>
      </dl>
      <div className="mt-7 flex flex-wrap gap-3">
        <Button data-edit onClick={() => onEdit()}>
          <Pencil aria-hidden className="size-4" /> Edit Profile
        </Button>
        <Link to="/forgot-password" className={buttonClass({ variant: 'secondary' })}>
          Change Password
        </Link>
        <Button variant="ghost" onClick={signOut}>
          Sign Out
        </Button>
      </div>
    </>
  )
}

function Row({ name, value, note }: { name: string; value: string; note?: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm font-semibold text-soft">{name}</dt>
      <dd className="mt-0.5 wrap-anywhere">
        {value}
        {note && <span className="block text-sm text-soft">{note}</span>}
      </dd>
    </div>
  )
}
