import { site } from '@wtpu/contract/site/name'
import { Link } from '@tanstack/react-router'
import { classes } from '#lib/classes.ts'
import { useSession, type Session } from '#lib/session/session.ts'
import { buttonClass } from '#ui/button.tsx'
import { Logo } from '#shell/logo.tsx'
import { memberLinks, visitorLinks } from './menu.ts'
import Search from 'lucide-react/icons/search'
import Menu from 'lucide-react/icons/menu'
import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ComponentProps } from 'react'
import { shortcuts } from '#lib/stored-switch.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { lazyMenu } from '#ui/lazy-menu.tsx'
import { displayName, initials } from '@wtpu/contract/accounts/names'
import { Avatar } from '#ui/avatar.tsx'

const linkClass =
  'relative flex min-h-11 items-center rounded-control px-2.5 text-sm font-medium text-soft transition-colors duration-150 hover:text-ink lg:px-3.5 ' +
  'data-[status=active]:text-accent data-[status=active]:after:absolute data-[status=active]:after:inset-x-2.5 data-[status=active]:after:-bottom-2.5 data-[status=active]:after:h-0.5 data-[status=active]:after:bg-accent lg:data-[status=active]:after:inset-x-3.5'

export function Header() {
  const session = useSession()
  return (
    <header className="@container top-0 z-30 tall:sticky border-b border-line bg-paper">
      <div className="frame flex h-16 items-center gap-4">
        <Link to="/" aria-label={`${site.name}, Home`} className="flex min-h-11 min-w-0 items-center rounded-control">
          <Logo />
        </Link>
        <nav aria-label="Main" className="ml-auto hidden items-center md:flex">
          {(session ? memberLinks : visitorLinks).map(({ label, ...target }) => (
            <Link key={label} {...target} className={linkClass}>
              {label}
            </Link>
          ))}
        </nav>
        <div className="ml-auto flex items-center gap-2 md:ml-0">
          <SearchLink />
          {session ? (
            <>
              <NotificationBell fallback={<span className="size-11" />} />
              <UserMenu session={session} />
            </>
          ) : (
            <>
              {/* Both are hidden if large text on a phone leaves no room. The mobile menu also has these links. */}
              <Link
                to="/login"
                className={classes(
                  buttonClass({ variant: 'ghost', size: 'small' }),
                  'max-[22rem]:hidden @max-[18.5rem]:hidden',
                )}
              >
                Login
              </Link>
              <Link
                to="/signup"
                className={classes(buttonClass({ variant: 'secondary', size: 'small' }), '@max-[18.5rem]:hidden')}
              >
                Join Now
              </Link>
            </>
          )}
          <MobileMenu session={session} button={<MobileMenuButton />} />
        </div>
      </div>
    </header>
  )
}

// Without it, the page works as before.
const NotificationBell = lazyComponent(
  () => import('#features/notifications/bell.tsx').then((module) => module.NotificationBell),
  () => null,
)

/** Leads to the search, as the key "/" does (search-key.tsx). */
function SearchLink() {
  const hasShortcuts = shortcuts.use()
  return (
    <Link
      to="/search"
      aria-label="Site search"
      aria-keyshortcuts={hasShortcuts ? '/' : undefined}
      title="Search"
      className="flex size-11 items-center justify-center rounded-control text-soft hover:text-ink data-[status=active]:text-accent max-md:hidden"
    >
      <Search aria-hidden className="size-5" />
    </Link>
  )
}

/** The header's menu on small screens. */
const MobileMenu = lazyMenu(() => import('./mobile-menu-panel.tsx').then((module) => module.MobileMenuPanel), 'dialog')

function MobileMenuButton(props: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      aria-label="Open menu"
      {...props}
      className="flex size-11 items-center justify-center rounded-control hover:bg-sunken md:hidden"
    >
      <Menu aria-hidden className="size-6" />
    </button>
  )
}

const UserMenuList = lazyMenu(() => import('./user-menu-list.tsx').then((module) => module.UserMenuList))

/** The signed-in user's menu. */
function UserMenu({ session }: { session: Session }) {
  const name = displayName(session.profile ?? {})
  // While the profile is not loaded, the image is empty.
  const letters = session.profile ? initials(name) : ''
  return (
    <UserMenuList
      name={name}
      button={
        <UserMenuButton name={name}>
          <Avatar id={session.user_id} image={session.profile?.avatar} initials={letters} size="small" />
        </UserMenuButton>
      }
    />
  )
}

function UserMenuButton({ name, children, ...buttonProps }: ComponentProps<'button'> & { name: string }) {
  return (
    <button
      type="button"
      {...buttonProps}
      className="flex min-h-11 items-center gap-1.5 rounded-full px-1 hover:bg-sunken"
    >
      {children}
      <span className="sr-only">Account menu for {name}</span>
      <ChevronDown aria-hidden className="size-4 text-soft @max-[18.5rem]:hidden" />
    </button>
  )
}
