import { officeNames, partyNames, type Politician } from '@wtpu/contract/politicians'
import { stateCode, stateCodes, stateName } from '@wtpu/contract/states'
import { percentage } from '#lib/format.ts'

/** Specification 4: good votes over total, rounded; a zero total is 0 (decision 67). Counts never fall below 0. */
export function approval(politician: Pick<Politician, 'good_job_count' | 'bad_job_count'>) {
  const good = Math.max(0, politician.good_job_count)
  const bad = Math.max(0, politician.bad_job_count)
  const total = good + bad
  return { good, bad, total, percent: percentage(good, total) }
}

/**
 * Where the share of all citizens lies, 95 times in 100, given these ratings: the Wilson score interval, in percent. It
 * stays honest with few ratings and at 0 and 100 %. Undefined without ratings, which tell nothing.
 */
export function wilsonInterval(good: number, total: number): { low: number; high: number } | undefined {
  if (total <= 0) return undefined
  const z = 1.959964
  const share = Math.min(1, Math.max(0, good / total))
  const spread = 1 + z ** 2 / total
  const center = (share + z ** 2 / (2 * total)) / spread
  const margin = (z / spread) * Math.sqrt((share * (1 - share)) / total + z ** 2 / (4 * total ** 2))
  return { low: Math.round(100 * (center - margin)), high: Math.round(100 * (center + margin)) }
}

/** Specification 5: duplicates are removed, by name, state and office (decision 69). */
export function uniquePoliticians(politicians: readonly Politician[]): Politician[] {
  const seen = new Set<string>()
  return politicians.filter(({ name, state, office }) => {
    const key = JSON.stringify([name, state, office])
    return !seen.has(key) && seen.add(key)
  })
}

export interface DirectoryFilters {
  search?: string
  state?: string
  party?: string
  office?: string
}

/** The directory's query string: blank, "all" and unknown values are left out; a state may come as name or number. */
export function readFilters(query: Record<string, unknown>): DirectoryFilters {
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
export function readProfileTab(query: Record<string, unknown>): { tab?: ProfileTab } {
  const tab = profileTabs.slice(1).find(({ value }) => value === query.tab)?.value
  return { tab }
}

export interface Choice {
  code: string
  name: string
}

/** What the filters offer until, or unless, the server says which of these it has officials for. */
export const allFilterOptions: { states: Choice[]; parties: Choice[]; offices: Choice[] } = {
  states: stateCodes.map((code) => ({ code, name: stateName(code) })),
  parties: Object.entries(partyNames).map(([code, name]) => ({ code, name })),
  offices: Object.entries(officeNames).map(([code, name]) => ({ code, name })),
}

/** Decision 29: the fifty states first, the district and the territories after them. */
export function groupStates(choices: readonly Choice[]): { states: Choice[]; territories: Choice[] } {
  const isState = ({ code }: Choice) => stateCodes.indexOf(code) < 50
  return { states: choices.filter(isState), territories: choices.filter((choice) => !isState(choice)) }
}

/** Decision 71: many officials publish a web form in place of an address. */
export function emailLink(value: string): { href: string; label: string } | undefined {
  const trimmed = value.trim()
  if (/^[^@\s/]+@[^@\s/]+$/.test(trimmed)) return { href: `mailto:${trimmed}`, label: trimmed }
  const form = websiteLink(trimmed)
  return form && { href: form.href, label: 'Contact form' }
}

/** The office's own form on the web, where it publishes one (decision 72). */
export function contactForm({ email }: Pick<Politician, 'email'>): string | undefined {
  const published = emailLink(email)?.href
  return published?.startsWith('http') ? published : undefined
}

/** `tel:` takes digits and a leading plus; an extension is dialled after a pause. */
export function phoneLink(value: string): string | undefined {
  const [number = '', extension] = value.trim().split(/ext\.?|x/i)
  const digits = number.replace(/(?!^\+)\D/g, '')
  if (!/\d/.test(digits)) return undefined
  const pause = extension?.replace(/\D/g, '')
  return pause ? `tel:${digits},${pause}` : `tel:${digits}`
}

/** A web address that is safe to link, and how it reads without its scheme; published ones often lack theirs. */
export function websiteLink(value: string): { href: string; label: string } | undefined {
  const [, scheme = 'https://', rest] = /^(https?:\/\/)?([\w-]+(?:\.[\w-]+)+(?:[/?#:]\S*)?)$/i.exec(value.trim()) ?? []
  if (!rest) return undefined
  return { href: scheme + rest, label: rest.replace(/^www\./i, '').replace(/\/$/, '') }
}
