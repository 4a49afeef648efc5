import { BeforeSearch } from './before-search.tsx'
import { SearchBox } from './search-box.tsx'
import { SearchResults } from './search-results.tsx'
import type { OnSiteSearch, SiteSearch } from './search.ts'

/** The search over the whole site. */
export function SearchPage({ search, onSearch }: { search: SiteSearch; onSearch: OnSiteSearch }) {
  const { q, kind } = search
  return (
    <div className="frame py-6 sm:py-12">
      <div className="mx-auto max-w-4xl">
        <h1 className="text-4xl md:text-5xl">Search</h1>
        <SearchBox search={search} onSearch={onSearch} />
        {q === undefined ? <BeforeSearch /> : <SearchResults q={q} kind={kind} onSearch={onSearch} />}
      </div>
    </div>
  )
}
