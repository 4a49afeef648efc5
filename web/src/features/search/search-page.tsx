import { isOn } from '@wtpu/contract/site/parts'
import { BeforeSearch } from './before-search.tsx'
import { SearchResults } from './search-results.tsx'
import type { OnSiteSearch, SiteSearch } from './search.ts'
import { useEffect, useRef } from 'react'
import { useDebouncedSearch } from '#lib/debounced-search.ts'
import { SearchField } from '#ui/form/search-field.tsx'
import { rememberSearch } from './recent-searches.ts'

/** The search over the whole site. */
export function SearchPage({ search, onSearch }: { search: SiteSearch; onSearch: OnSiteSearch }) {
  const { q, kind } = search
  return (
    <div className="page">
      <div className="mx-auto max-w-4xl">
        <h1>Search</h1>
        <SearchBox search={search} onSearch={onSearch} />
        {q === undefined ? <BeforeSearch /> : <SearchResults q={q} kind={kind} onSearch={onSearch} />}
      </div>
    </div>
  )
}

const placeholder = [
  ...(isOn('officials') ? ['Officials'] : []),
  isOn('officials') ? 'polls' : 'Polls',
  ...(isOn('forums') ? ['discussions'] : []),
  ...(isOn('profiles') ? ['people'] : []),
].join(', ')

/** The search box. The URL follows while the user types; Enter searches at once. */
function SearchBox({ search, onSearch }: { search: SiteSearch; onSearch: OnSiteSearch }) {
  const box = useRef<HTMLInputElement>(null)
  const field = useDebouncedSearch(search.q ?? '', JSON.stringify(search), (q) => onSearch({ ...search, q }, 'replace'))
  const isEmptyPage = useRef(search.q === undefined)
  useEffect(() => {
    // The page was opened to type a query.
    if (isEmptyPage.current) box.current?.focus({ preventScroll: true })
  }, [])
  function change(text: string) {
    field.change(text)
    if (text === '' && search.q !== undefined) onSearch({}, 'replace')
  }
  return (
    <form
      className="mt-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (field.trimmed !== '') rememberSearch(field.trimmed)
        if (field.trimmed !== search.q) field.apply()
      }}
    >
      <SearchField
        label="Search the site"
        placeholder={placeholder}
        value={field.text}
        onChange={change}
        onEscape={() => change('')}
        shortcut="/"
        clearable
        ref={box}
      />
    </form>
  )
}
