import { chambers, type Chamber } from '@wtpu/contract/roll-calls'
import { toSearchText } from '#lib/search-text.ts'
import { textParam } from '#lib/search.ts'

/** The search params of /roll-calls. `asked` leaves votes that a poll of this site asks about. */
export interface RollCallSearch {
  q?: string
  chamber?: Chamber
  filter?: 'asked'
}

/** Drops search params that are unknown, invalid or without effect, so that each list has exactly one URL. */
export function parseRollCallSearch(search: Record<string, unknown>): RollCallSearch {
  return {
    q: toSearchText(textParam(search, 'q')?.trim() ?? '') || undefined,
    chamber: chambers.find((chamber) => chamber === search['chamber']),
    filter: search['filter'] === 'asked' ? 'asked' : undefined,
  }
}
