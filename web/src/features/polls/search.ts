import { toSearchText } from '#lib/search-text.ts'
import type { PollFilter, PollSort } from '@wtpu/contract/polls/polls'
import { textParam } from '#lib/search.ts'

export type PollTab = Extract<PollFilter, 'trending' | 'recent' | 'ending_soon'>

/**
 * The search params of the polls screen. `filter` is a tab, or `politician` for links from a politician's profile, where
 * `q` is the politician's name. `category` and `politician` are ids. `sort` is omitted for newest first.
 */
export interface PollSearch {
  q?: string
  filter?: PollTab | 'politician'
  category?: string
  politician?: string
  sort?: Exclude<PollSort, 'newest'>
}

const tabs = ['trending', 'recent', 'ending_soon'] as const
const sorts = ['oldest', 'most_votes', 'ending_soon'] as const
// Keys are undefined instead of absent: for absent keys, the router falls back to the raw search params.
const emptySearch = { q: undefined, filter: undefined, category: undefined, politician: undefined, sort: undefined }

/** Drops search params that are unknown, invalid or without effect, so that each list has exactly one URL. */
export function parsePollSearch(search: Record<string, unknown>): PollSearch {
  const text = (name: string) => toSearchText(textParam(search, name)?.trim() ?? '') || undefined
  const id = (name: string) => (/^[1-9]\d{0,8}$/.test(text(name) ?? '') ? text(name) : undefined)
  const q = text('q')
  if (text('filter') === 'politician' && q) return { ...emptySearch, q, filter: 'politician' }
  const sort = sorts.find((candidate) => candidate === text('sort'))
  const filters = { ...emptySearch, q, category: id('category'), politician: id('politician'), sort }
  return isFiltered(filters) ? filters : { ...emptySearch, filter: tabs.find((tab) => tab === text('filter')) }
}

/** True if the list is filtered or sorted. The screen then shows a single list instead of tabs. */
export function isFiltered({ filter, ...filters }: PollSearch): boolean {
  return filter !== 'politician' && Object.values(filters).some((value) => value !== undefined)
}

/** The query string for the poll list: filters with their sort order, or a tab, which has its own order. */
export function pollListParams(search: PollSearch): Omit<PollSearch, 'filter' | 'sort'> & {
  filter?: PollTab
  sort?: PollSort
} {
  const { q, category, politician, sort = 'newest', filter } = search
  if (isFiltered(search)) return { q, category, politician, sort }
  return filter === 'politician' ? {} : { filter }
}
