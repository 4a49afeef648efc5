import { isOn } from '@wtpu/contract/site/parts'
import { Part } from '#lib/part.tsx'
import { fullCount } from '@wtpu/contract/full-count'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import Gavel from 'lucide-react/icons/gavel'
import Handshake from 'lucide-react/icons/handshake'
import Landmark from 'lucide-react/icons/landmark'
import LogOut from 'lucide-react/icons/log-out'
import Settings from 'lucide-react/icons/settings'
import ShieldCheck from 'lucide-react/icons/shield-check'
import User from 'lucide-react/icons/user'
import Wrench from 'lucide-react/icons/wrench'
import type { ComponentProps, ReactElement } from 'react'
import { casePagesQuery } from '#features/moderation/api.ts'
import { accountQuery } from '#lib/session/email-confirmation.ts'
import { useSession } from '#lib/session/session.ts'
import { signOut } from '#lib/session/sign-out.ts'
import { Menu, MenuItem, MenuName, MenuPageLink, MenuSeparator } from '#ui/on-demand/menu.tsx'

/** The menu that `button` opens. Initially open, because it is mounted when the user opens the menu. */
export function UserMenuList({ name, button }: { name: string; button: ReactElement<ComponentProps<'button'>> }) {
  const session = useSession()
  return (
    <Menu button={button}>
      <MenuName name={name} />
      <MenuSeparator />
      {session && isOn('profiles') && (
        <MenuPageLink to="/user/$userId" params={{ userId: String(session.user_id) }} icon={<User aria-hidden />}>
          My public profile
        </MenuPageLink>
      )}
      <Part of="officials">
        <MenuPageLink to="/$placeholder" params={{ placeholder: 'dashboard' }} icon={<Landmark aria-hidden />}>
          My representatives
        </MenuPageLink>
      </Part>
      <Part of="common-ground">
        <MenuPageLink to="/common-ground" icon={<Handshake aria-hidden />}>
          Common Ground
        </MenuPageLink>
      </Part>
      <Part of="roll-calls">
        <MenuPageLink to="/roll-calls" icon={<Gavel aria-hidden />}>
          Votes of Congress
        </MenuPageLink>
      </Part>
      <MenuPageLink to="/profile-settings" icon={<Settings aria-hidden />}>
        Profile Settings
      </MenuPageLink>
      <StaffItems />
      <MenuSeparator />
      <MenuItem icon={<LogOut aria-hidden />} onSelect={signOut}>
        Sign Out
      </MenuItem>
    </Menu>
  )
}

function StaffItems() {
  const { data: account } = useQuery(accountQuery())
  const role = account && (account.waiting_role ?? account.role)
  const isStaff = role !== undefined && role !== 'user'
  const { data } = useInfiniteQuery({ ...casePagesQuery('open'), enabled: isStaff && account?.role === role })
  if (!isStaff) return null
  const open = data?.pages[0]?.counts?.['open'] ?? 0
  return (
    <>
      <MenuSeparator />
      <MenuPageLink to="/moderation" icon={<ShieldCheck aria-hidden />}>
        Moderation
        {open > 0 && (
          <span className="ml-auto rounded-full bg-brand px-2 text-sm font-semibold text-on-brand tabular-nums">
            {fullCount(open)} <span className="sr-only">open {open === 1 ? 'case' : 'cases'}</span>
          </span>
        )}
      </MenuPageLink>
      {role === 'admin' && (
        <MenuPageLink to="/admin" icon={<Wrench aria-hidden />}>
          Administration
        </MenuPageLink>
      )}
    </>
  )
}
