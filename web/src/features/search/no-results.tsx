import { Link } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { buttonClass } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { BrowseLinks } from './browse-links.tsx'
import { parseSiteSearch } from './search.ts'

/** Offers similar words, advice and places to browse. */
export function NoResults({ q, suggestions }: { q: string; suggestions: readonly string[] }) {
  return (
    <div className="grid gap-6">
      <EmptyState
        icon={<SearchX />}
        title={`Nothing found for “${q}”`}
        action={
          suggestions.length > 0 &&
          suggestions.map((suggestion) => (
            <Link
              key={suggestion}
              to="/search"
              search={parseSiteSearch({ q: suggestion })}
              className={buttonClass({ variant: 'secondary', size: 'small' })}
            >
              {suggestion}
            </Link>
          ))
        }
      >
        {suggestions.length > 0 ? 'Did you mean:' : 'Check the spelling, or try fewer or more general words.'}
      </EmptyState>
      <section aria-labelledby="browse">
        <h2 id="browse" className="mb-3 text-xl">
          Browse instead
        </h2>
        <BrowseLinks />
      </section>
    </div>
  )
}
