import { displayName, initials } from '@wtpu/contract/accounts/names'
import { ChevronDown } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import type { Session } from '#lib/session/session.ts'
import { Avatar } from '#ui/avatar.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { MenuNotLoaded } from './menu-not-loaded.tsx'

const UserMenuList = lazyComponent(
  () => import('./user-menu-list.tsx').then((module) => module.UserMenuList),
  MenuNotLoaded,
)

/** The signed-in user's menu. Its list is loaded on hover, focus or click. */
export function UserMenu({ session }: { session: Session }) {
  const [requested, setRequested] = useState(false)
  const name = displayName(session.profile ?? {})
  // While the profile is not loaded, the image is empty.
  const letters = session.profile ? initials(name) : ''
  const button = (
    <UserMenuButton
      name={name}
      letters={letters}
      image={session.profile?.avatar}
      aria-haspopup="menu"
      aria-expanded={false}
      {...UserMenuList.preloadHandlers}
      onClick={() => setRequested(true)}
    />
  )
  if (!requested) return button
  return (
    <UserMenuList
      fallback={button}
      name={name}
      button={<UserMenuButton name={name} letters={letters} image={session.profile?.avatar} />}
    />
  )
}

function UserMenuButton({
  name,
  letters,
  image,
  ...buttonProps
}: ComponentProps<'button'> & { name: string; letters: string; image?: string }) {
  return (
    <button
      type="button"
      {...buttonProps}
      className="flex min-h-11 items-center gap-1.5 rounded-full px-1 hover:bg-sunken"
    >
      <Avatar image={image} initials={letters} size="small" />
      <span className="sr-only">Account menu for {name}</span>
      <ChevronDown aria-hidden className="size-4 text-soft @max-[18.5rem]:hidden" />
    </button>
  )
}
