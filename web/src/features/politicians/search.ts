import { officeNames, partyNames } from '@wtpu/contract/politicians'
import { stateCode } from '@wtpu/contract/states'

export interface DirectoryFilters {
  search?: string
  state?: string
  party?: string
  office?: string
}

/** The directory's query string: blank, "all" and unknown values are left out; a state may come as name or number. */
export function parseDirectoryFilters(query: Record<string, unknown>): DirectoryFilters {
  const search = text(query.search).slice(0, 100)
  const state = stateCode(text(query.state))
  const party = text(query.party).toUpperCase()
  const office = Object.keys(officeNames).find((code) => code.toLowerCase() === text(query.office).toLowerCase())
  // Undefined, not absent: the router lets an absent key fall back to what the address says.
  return {
    search: search || undefined,
    state,
    party: Object.hasOwn(partyNames, party) ? party : undefined,
    office,
  }
}

function text(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}

/** The tabs of a profile, the first of which its plain address shows. */
export const profileTabs = [
  { value: 'wall', label: 'Discussion Wall' },
  { value: 'records', label: 'Voting Records' },
  { value: 'contact', label: 'Contact Office' },
  { value: 'polls', label: 'Related Polls' },
] as const
export type ProfileTab = (typeof profileTabs)[number]['value']

/** `?tab=`; left out for the first, and for what is no tab. */
export function parseProfileTab(query: Record<string, unknown>): { tab?: ProfileTab } {
  const tab = profileTabs.slice(1).find(({ value }) => value === query.tab)?.value
  return { tab }
}
