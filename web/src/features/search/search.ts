import { searchKinds, type SearchKind } from '@wtpu/contract/site/search'
import { toSearchText } from '#lib/search-text.ts'
import { textParam } from '#lib/search.ts'

/** The search params of /search. Without `kind`, the first matches of each kind. */
export interface SiteSearch {
  q?: string
  kind?: SearchKind
}

/** Typing replaces the browser's history entry; choosing a kind or a query pushes a new one. */
export type OnSiteSearch = (search: SiteSearch, historyMode: 'push' | 'replace') => void

// Keys are undefined instead of absent: for absent keys, the router falls back to the raw search params.
const emptySearch = { q: undefined, kind: undefined }

/** Drops search params that are unknown, invalid or without effect, so that each search has exactly one URL. */
export function parseSiteSearch(search: Record<string, unknown>): SiteSearch {
  const q = toSearchText(textParam(search, 'q')?.trim() ?? '').trim()
  if (!q) return emptySearch
  return { q, kind: searchKinds.find((kind) => kind === search['kind']) }
}
