import { Link } from '@tanstack/react-router'
import { classes } from '#lib/classes.ts'
import { useSession } from '#lib/session/session.ts'
import { buttonClass } from '#ui/button.tsx'
import { Logo } from '#shell/logo.tsx'
import { memberLinks, visitorLinks } from './menu.ts'
import { MobileMenu } from './mobile-menu.tsx'
import { SearchLink } from './search-link.tsx'
import { UserMenu } from './user-menu.tsx'

const linkClass =
  'relative flex min-h-11 items-center rounded-control px-2.5 text-[0.9375rem] font-medium text-soft transition-colors duration-150 hover:text-ink lg:px-3.5 ' +
  'data-[status=active]:text-accent data-[status=active]:after:absolute data-[status=active]:after:inset-x-2.5 data-[status=active]:after:-bottom-2.5 data-[status=active]:after:h-0.5 data-[status=active]:after:bg-accent lg:data-[status=active]:after:inset-x-3.5'

export function Header() {
  const session = useSession()
  return (
    <header className="@container sticky top-0 z-30 border-b border-line bg-paper">
      <div className="frame flex h-16 items-center gap-4">
        <Link to="/" aria-label="WTPU, Home" className="flex min-h-11 items-center rounded-control">
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
            <UserMenu session={session} />
          ) : (
            <>
              <Link to="/login" className={classes(buttonClass({ variant: 'ghost', size: 'small' }), 'max-md:hidden')}>
                Login
              </Link>
              {/* Hidden if large text on a phone leaves no room. The mobile menu also has this link. */}
              <Link
                to="/signup"
                className={classes(buttonClass({ variant: 'secondary', size: 'small' }), '@max-[18.5rem]:hidden')}
              >
                Join Now
              </Link>
            </>
          )}
          <MobileMenu session={session} />
        </div>
      </div>
    </header>
  )
}
