import { openLinks } from '#lib/open-links.ts'
import { openWords } from '@wtpu/contract/site/parts'
import { Link, useLocation } from '@tanstack/react-router'
import Clock from 'lucide-react/icons/clock'
import X from 'lucide-react/icons/x'
import Landmark from 'lucide-react/icons/landmark'
import type { LucideIcon } from 'lucide-react'
import MessagesSquare from 'lucide-react/icons/messages-square'
import Newspaper from 'lucide-react/icons/newspaper'
import Vote from 'lucide-react/icons/vote'
import { useRef } from 'react'
import { classes } from '#lib/classes.ts'
import { useSession } from '#lib/session/session.ts'
import { cardClass } from '#ui/card.tsx'
import { forgetAllSearches, forgetSearch, useRecentSearches } from './recent-searches.ts'
import { parseSiteSearch } from './search.ts'
import { storeRedirect } from '#lib/session/post-login-redirect.ts'
import { buttonClass } from '#ui/button.tsx'

/** What the page shows without a query: recent searches, and where to look around. */
export function BeforeSearch() {
  const session = useSession()
  return (
    <div className="mt-8 grid gap-8">
      <RecentSearches />
      <section aria-labelledby="browse">
        <h2 id="browse" className="mb-3 text-xl">
          Browse
        </h2>
        <BrowseLinks />
      </section>
      {!session && <SignInNote />}
    </div>
  )
}

function RecentSearches() {
  const searches = useRecentSearches()
  const heading = useRef<HTMLHeadingElement>(null)
  // The pressed button disappears, so move focus to the heading.
  const keepFocus = () => heading.current?.focus()
  const isEmpty = searches.length === 0
  return (
    <section aria-labelledby="recent-searches" className={classes(isEmpty && 'sr-only')}>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-4">
        <h2 ref={heading} tabIndex={-1} id="recent-searches" className="text-xl outline-none">
          {isEmpty ? 'No recent searches' : 'Recent searches'}
        </h2>
        {!isEmpty && (
          <button
            type="button"
            onClick={() => {
              keepFocus()
              forgetAllSearches()
            }}
            className="min-h-11 rounded-control px-2 text-sm font-medium text-accent hover:underline"
          >
            Clear all
          </button>
        )}
      </div>
      <ul className={cardClass('divide-y divide-line')}>
        {searches.map((q) => (
          <li key={q} className="flex items-center">
            <Link
              to="/search"
              search={parseSiteSearch({ q })}
              className="flex min-h-12 min-w-0 flex-1 items-center gap-3 rounded-card px-4 hover:underline"
            >
              <Clock aria-hidden className="size-4 shrink-0 text-soft" />
              <span dir="auto" className="truncate">
                {q}
              </span>
            </Link>
            <button
              type="button"
              aria-label={`Remove ${q} from recent searches`}
              onClick={() => {
                keepFocus()
                forgetSearch(q)
              }}
              className="flex size-12 shrink-0 items-center justify-center rounded-card text-soft hover:text-ink"
            >
              <X aria-hidden className="size-4" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

const links = openLinks([
  { to: '/politicians', label: 'Officials', icon: Landmark },
  { to: '/polls/{-$pollId}', params: { pollId: undefined }, label: 'Polls', icon: Vote },
  { to: '/forums', label: 'Forums', icon: MessagesSquare },
  { to: '/boiler-room', label: 'Boiler Room', icon: Newspaper },
] as const)

/** The places whose content the search finds. */
export function BrowseLinks() {
  return (
    <ul className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3">
      {links.map(({ icon, label, ...target }) => (
        <li key={label}>
          <Link
            {...target}
            className={cardClass(
              'flex min-h-14 items-center gap-3 px-4 font-medium transition-colors duration-150 hover:border-edge',
            )}
          >
            <LinkIcon icon={icon} />
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function LinkIcon({ icon: Icon }: { icon: LucideIcon }) {
  return <Icon aria-hidden className="size-5 shrink-0 text-accent" />
}

/** Tells visitors what signing in adds to the search, and brings them back to it. */
export function SignInNote() {
  return ofMembers() && <SignIn />
}

/** What only members find. */
const ofMembers = () =>
  openWords([
    ['forums', 'discussions'],
    ['boiler-room', 'posts'],
    [['forums', 'boiler-room', 'walls'], 'comments'],
    ['profiles', 'people'],
  ])

function SignIn() {
  const href = useLocation({ select: (location) => location.href })
  const storeReturnPath = () => storeRedirect(href)
  return (
    <section aria-label="Sign in to search more" className={cardClass('flex flex-wrap items-center gap-4 p-5')}>
      <p className="min-w-0 flex-[1_1_18rem] leading-relaxed">
        <strong className="block font-serif text-lg">There is more to find</strong>
        <span className="text-soft">Sign in to search {ofMembers()} too.</span>
      </p>
      <div className="flex flex-wrap gap-3">
        <Link to="/login" onClick={storeReturnPath} className={buttonClass({ size: 'small' })}>
          Login
        </Link>
        <Link to="/signup" onClick={storeReturnPath} className={buttonClass({ variant: 'secondary', size: 'small' })}>
          Join Now
        </Link>
      </div>
    </section>
  )
}
