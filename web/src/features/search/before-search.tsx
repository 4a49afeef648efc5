import { Link } from '@tanstack/react-router'
import { Clock, X } from 'lucide-react'
import { useRef } from 'react'
import { classes } from '#lib/classes.ts'
import { useSession } from '#lib/session/session.ts'
import { cardClass } from '#ui/card.tsx'
import { BrowseLinks } from './browse-links.tsx'
import { forgetAllSearches, forgetSearch, useRecentSearches } from './recent-searches.ts'
import { parseSiteSearch } from './search.ts'
import { SignInNote } from './sign-in-note.tsx'

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
