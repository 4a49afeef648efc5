import type { PollFilter, PollSort } from '@wtpu/contract/polls'
import { textParam } from '#lib/search.ts'

export type PollTab = Extract<PollFilter, 'trending' | 'recent' | 'ending_soon'>

/**
 * The polls screen's part of the address. `filter` is a tab, or `politician`: then `q` is the name of an official, as
 * their profile links here (decision 47). `category` and `politician` are ids. `sort` is left out for the newest first.
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
// Undefined, not absent: the router lets an absent key fall back to what the address says.
const nothing = { q: undefined, filter: undefined, category: undefined, politician: undefined, sort: undefined }

/** What of an address means something here; the rest is dropped, so that one list has one address. */
export function parsePollSearch(search: Record<string, unknown>): PollSearch {
  const text = (name: string) => textParam(search, name)?.trim().slice(0, 100) || undefined
  const id = (name: string) => (/^[1-9]\d{0,8}$/.test(text(name) ?? '') ? text(name) : undefined)
  const q = text('q')
  if (text('filter') === 'politician' && q) return { ...nothing, q, filter: 'politician' }
  const sort = sorts.find((one) => one === text('sort'))
  const narrowed = { ...nothing, q, category: id('category'), politician: id('politician'), sort }
  return isFiltered(narrowed) ? narrowed : { ...nothing, filter: tabs.find((tab) => tab === text('filter')) }
}

/** Whether the list is narrowed or sorted: then there are no tabs but one list (specification 2). */
export function isFiltered({ filter, ...narrowed }: PollSearch): boolean {
  return filter !== 'politician' && Object.values(narrowed).some((value) => value !== undefined)
}

/** What the server is asked for: the filters with their sort, or the tab with its own order. */
export function pollListParams(search: PollSearch): Omit<PollSearch, 'filter' | 'sort'> & {
  filter?: PollTab
  sort?: PollSort
} {
  const { q, category, politician, sort = 'newest', filter } = search
  if (isFiltered(search)) return { q, category, politician, sort }
  return filter === 'politician' ? {} : { filter }
}
