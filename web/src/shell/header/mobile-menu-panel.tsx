import { displayName, initials } from '@wtpu/contract/accounts/names'
import { Link } from '@tanstack/react-router'
import Bell from 'lucide-react/icons/bell'
import Gavel from 'lucide-react/icons/gavel'
import Handshake from 'lucide-react/icons/handshake'
import LogOut from 'lucide-react/icons/log-out'
import Search from 'lucide-react/icons/search'
import Settings from 'lucide-react/icons/settings'
import type { ComponentProps, ReactElement } from 'react'
import { Part } from '#lib/part.tsx'
import type { Session } from '#lib/session/session.ts'
import { signOut } from '#lib/session/sign-out.ts'
import { Avatar } from '#ui/avatar.tsx'
import { buttonClass } from '#ui/button.tsx'
import { Drawer } from '#ui/dialog/drawer.tsx'
import { memberLinks, visitorLinks } from './menu.ts'

const linkClass =
  'flex min-h-12 items-center gap-3 rounded-control px-3 text-lg font-medium hover:bg-sunken data-[status=active]:bg-tint data-[status=active]:text-accent'

/** The sliding menu dialog. */
export function MobileMenuPanel({
  session,
  button,
}: {
  session: Session | null
  button: ReactElement<ComponentProps<'button'>>
}) {
  return (
    <Drawer title="Menu" button={button} closeLabel="Close menu">
      {(close) => (
        <>
          <nav aria-label="Main" className="flex flex-col gap-1">
            <Link to="/search" className={linkClass} onClick={close}>
              <Search aria-hidden className="size-5 text-soft" /> Search
            </Link>
            {(session ? memberLinks : visitorLinks).map(({ label, ...target }) => (
              <Link key={label} {...target} className={linkClass} onClick={close}>
                {label}
              </Link>
            ))}
            <Part of="common-ground">
              <Link to="/common-ground" className={linkClass} onClick={close}>
                <Handshake aria-hidden className="size-5 text-soft" /> Common Ground
              </Link>
            </Part>
            <Part of="roll-calls">
              <Link to="/roll-calls" className={linkClass} onClick={close}>
                <Gavel aria-hidden className="size-5 text-soft" /> Votes of Congress
              </Link>
            </Part>
          </nav>
          {session ? <AccountSection session={session} onDone={close} /> : <VisitorSection onDone={close} />}
        </>
      )}
    </Drawer>
  )
}

function AccountSection({ session, onDone }: { session: Session; onDone: () => void }) {
  const name = displayName(session.profile ?? {})
  const signOutAndClose = () => {
    onDone()
    signOut()
  }
  return (
    <div className="mt-4 flex flex-col gap-1 border-t border-line pt-4">
      <p className="mb-2 flex items-center gap-3 px-3 text-soft">
        <Avatar id={session.user_id} image={session.profile?.avatar} initials={initials(name)} size="small" />
        <span translate="no" className="min-w-0 truncate">
          {name}
        </span>
      </p>
      <Link to="/$placeholder" params={{ placeholder: 'notifications' }} className={linkClass} onClick={onDone}>
        <Bell aria-hidden className="size-5 text-soft" /> Notifications
      </Link>
      <Link to="/profile-settings" className={linkClass} onClick={onDone}>
        <Settings aria-hidden className="size-5 text-soft" /> Profile Settings
      </Link>
      <button type="button" className={linkClass} onClick={signOutAndClose}>
        <LogOut aria-hidden className="size-5 text-soft" /> Sign Out
      </button>
    </div>
  )
}

function VisitorSection({ onDone }: { onDone: () => void }) {
  return (
    <div className="mt-4 flex flex-col gap-3 border-t border-line pt-5">
      <Link to="/login" className={buttonClass({ variant: 'secondary', size: 'large' })} onClick={onDone}>
        Login
      </Link>
      <Link to="/signup" className={buttonClass({ size: 'large' })} onClick={onDone}>
        Join Now
      </Link>
    </div>
  )
}
