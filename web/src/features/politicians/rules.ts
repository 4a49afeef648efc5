import { officeNames, partyNames, type Politician } from '@wtpu/contract/politicians'
import { stateCode, stateCodes, stateName } from '@wtpu/contract/states'
import { percentage } from '#lib/format.ts'
import { type DirectoryFilters, nameIn, parseDirectorySearch } from './search.ts'

/** Accepts a state by code, name or number, and other places by name. Drops what is unknown. */
export function parseDirectoryFilters(query: Record<string, unknown>): DirectoryFilters {
  const search = parseDirectorySearch(query)
  const place = search.state ?? ''
  return { ...search, state: stateCode(place) ?? nameIn(place) }
}

/** Good votes over total, rounded; `percent` is undefined without ratings. */
export function approval(politician: Pick<Politician, 'good_job_count' | 'bad_job_count'>) {
  const good = Math.max(0, politician.good_job_count)
  const bad = Math.max(0, politician.bad_job_count)
  const total = good + bad
  return { good, bad, total, percent: total > 0 ? percentage(good, total) : undefined }
}

/** Removes duplicates, compared by name, state and office. */
export function uniquePoliticians(politicians: readonly Politician[]): Politician[] {
  const seen = new Set<string>()
  return politicians.filter(({ name, state, office }) => {
    const key = JSON.stringify([name, state, office])
    return !seen.has(key) && seen.add(key)
  })
}

export interface FilterOption {
  code: string
  name: string
}

/** The filter options used until the server returns the ones that have politicians, and if that request fails. */
export const allFilterOptions: { states: FilterOption[]; parties: FilterOption[]; offices: FilterOption[] } = {
  states: stateCodes.map((code) => ({ code, name: stateName(code) })),
  parties: Object.entries(partyNames).map(([code, name]) => ({ code, name })),
  offices: Object.entries(officeNames).map(([code, name]) => ({ code, name })),
}

/** The fifty states are listed first, then DC, the territories and places of the site's own officials. */
export function splitStatesAndTerritories(options: readonly FilterOption[]): {
  states: FilterOption[]
  territories: FilterOption[]
} {
  const isState = ({ code }: FilterOption) => stateCodes.slice(0, 50).includes(code)
  return { states: options.filter(isState), territories: options.filter((option) => !isState(option)) }
}

/** Many politicians publish the URL of a web form instead of an email address. */
export function emailLink(value: string): { href: string; label: string } | undefined {
  const trimmed = value.trim()
  if (/^[^@\s/]+@[^@\s/]+$/.test(trimmed)) return { href: `mailto:${trimmed}`, label: trimmed }
  const form = websiteLink(trimmed)
  return form && { href: form.href, label: 'Contact form' }
}

/** The URL of the office's web form, if the email field contains one. */
export function contactFormUrl({ email }: Pick<Politician, 'email'>): string | undefined {
  const published = emailLink(email)?.href
  return published?.startsWith('http') ? published : undefined
}

/** A `tel:` link with digits and an optional leading plus. A comma (a pause) separates the extension. */
export function phoneLink(value: string): string | undefined {
  const [number = '', extension] = value.trim().split(/ext\.?|x/i)
  const digits = number.replace(/(?!^\+)\D/g, '')
  if (!/\d/.test(digits)) return undefined
  const pause = extension?.replace(/\D/g, '')
  return pause ? `tel:${digits},${pause}` : `tel:${digits}`
}

/** A safe http(s) link and its label without scheme. Adds `https://` to published addresses that lack a scheme. */
export function websiteLink(value: string): { href: string; label: string } | undefined {
  const [, scheme = 'https://', rest] = /^(https?:\/\/)?([\w-]+(?:\.[\w-]+)+(?:[/?#:]\S*)?)$/i.exec(value.trim()) ?? []
  if (!rest) return undefined
  return { href: scheme + rest, label: rest.replace(/^www\./i, '').replace(/\/$/, '') }
}
