import { isOn } from '@wtpu/contract/site/parts'
import { toSearchText } from '#lib/search-text.ts'
import { officeNames, partyNames } from '@wtpu/contract/politicians'

export interface DirectoryFilters {
  search?: string
  state?: string
  party?: string
  office?: string
  /** Shows the viewer's representatives instead of the directory. */
  mine?: '1'
}

/** Drops blank and unknown values, including "all". Accepts offices by name. `parseDirectoryFilters` makes a code of the state. */
export function parseDirectorySearch(query: Record<string, unknown>): DirectoryFilters {
  const search = toSearchText(text(query.search))
  const party = text(query.party).toUpperCase()
  const wanted = text(query.office)
  const office = Object.keys(officeNames).find((code) => code.toLowerCase() === wanted.toLowerCase()) ?? nameIn(wanted)
  // Keys are undefined instead of absent: for absent keys, the router falls back to the raw search params.
  return {
    search: search || undefined,
    state: text(query.state).toLowerCase() === 'all' ? undefined : text(query.state) || undefined,
    party: Object.hasOwn(partyNames, party) ? party : undefined,
    office,
    mine: query.mine === '1' ? '1' : undefined,
  }
}

/** A place or an office of the site's own list of officials. */
export const nameIn = (name: string) => (/\p{L}{3}/u.test(name) && name.toLowerCase() !== 'all' ? name : undefined)

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

/** The tabs of a profile. The first one is the default. */
export const profileTabs = (
  [
    { part: 'walls', value: 'wall', label: 'Discussion Wall' },
    { part: 'roll-calls', value: 'records', label: 'Voting Records' },
    { part: 'letters', value: 'contact', label: 'Contact Office' },
    { part: null, value: 'polls', label: 'Related Polls' },
  ] as const
).filter(({ part }) => isOn(part))
export type ProfileTab = (typeof profileTabs)[number]['value']

/** Parses `?tab=`. Undefined for the default tab and for unknown values. */
export function parseProfileTab(query: Record<string, unknown>): { tab?: ProfileTab } {
  const tab = profileTabs.slice(1).find(({ value }) => value === query.tab)?.value
  return { tab }
}
