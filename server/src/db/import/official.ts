import type { Office, Party } from '@wtpu/contract/politicians'
import { stateName } from '@wtpu/contract/states'
import { politicianSearchText, politicianSortName } from '#db/search-text.ts'
import type { politicians } from '#db/schema/politicians.ts'
import type { OptionalText } from './parse-records.ts'

export type Source = 'congress' | 'openstates'

/** What an import knows of an official: the columns it writes, all of them. */
export type Official = Pick<
  Required<typeof politicians.$inferInsert>,
  'externalId' | 'name' | 'party' | 'office' | 'state' | 'profileImage' | 'description' | 'email' | 'phoneNumber'
> &
  Pick<Required<typeof politicians.$inferInsert>, 'officialWebsite' | 'officeAddress' | 'sortName' | 'searchText'> & {
    source: Source
  }

/** One source, read and checked, not yet written. */
export interface Batch {
  source: Source
  officials: Official[]
  /** People of the source who hold none of the offices at that time. */
  skipped: { who: string; reason: string }[]
  /** What was read differently from how it is written. */
  notes: string[]
}

interface OfficialInput {
  /** Names the record and its file in an error. */
  record: string
  source: Source
  externalId: string
  name: string
  firstName: OptionalText
  lastName: OptionalText
  nickname?: OptionalText
  party: Party
  office: Office
  state: string
  profileImage: string | null
  description: string
  email: string
  phone: string
  website: string
  address: string
}

export function toOfficial({
  record,
  firstName,
  lastName,
  nickname,
  phone,
  website,
  address,
  ...input
}: OfficialInput): Official {
  const name = normalizeWhitespace(input.name)
  const official = {
    ...input,
    name,
    phoneNumber: phone,
    officialWebsite: website,
    officeAddress: address,
    sortName: politicianSortName(
      normalizeWhitespace(lastName) || (name.split(' ').at(-1) ?? ''),
      normalizeWhitespace(firstName),
    ),
    // "Chuck Schumer" is how many look for Charles E. Schumer.
    searchText: politicianSearchText({
      ...input,
      name: `${name} ${normalizeWhitespace(firstName)} ${normalizeWhitespace(nickname)}`,
    }),
  }
  for (const [field, value] of Object.entries(official)) rejectUnstorableText(record, field, value)
  return official
}

/** PostgreSQL stores neither NUL nor half a surrogate pair; U+FFFD stands for bytes that were not UTF-8. */
function rejectUnstorableText(record: string, field: string, value: string | null): void {
  if (value === null) return
  if (value.includes('\0') || value.includes('\uFFFD') || !value.isWellFormed()) {
    throw new Error(`${record}: ${field} contains characters that cannot be stored.`)
  }
  if (value.length > 2_000) throw new Error(`${record}: ${field} is longer than 2000 characters.`)
}

/** Refuses a second record of the same id. */
export function rejectDuplicateId(seen: Map<string, string>, id: string, record: string): void {
  const other = seen.get(id)
  if (other) throw new Error(`${record}: has the same id (${id}) as ${other}.`)
  seen.set(id, record)
}

/** One line, without the blanks around it. */
export function normalizeWhitespace(text: OptionalText): string {
  return String(text ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The address when it is one that a link may lead to, else nothing. */
export function toHttpUrl(text: OptionalText): string {
  const address = normalizeWhitespace(text)
  return /^https?:$/.test(URL.parse(address)?.protocol ?? '') ? address : ''
}

/** Decided by the word the source uses. Every other party than the two is counted as Independent, and said so. */
export function parseParty(word: string, who: string, notes: string[]): Party {
  const folded = word
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim()
  if (/^(democrat|democratic|democratic farmer labor|dfl)$/.test(folded)) return 'D'
  if (folded === 'republican') return 'R'
  if (folded !== 'independent') notes.push(`${who}: party "${word}" is counted as Independent`)
  return 'I'
}

/** "Ohio", "the District of Columbia": the state as it stands in a sentence. */
export function stateNameInSentence(code: string): string {
  return ['DC', 'MP', 'VI'].includes(code) ? `the ${stateName(code)}` : stateName(code)
}

export const toIsoDate = (now: Date) => now.toISOString().slice(0, 10)

/** Both ends are ISO dates, or their beginnings; the last day belongs to the successor. */
export function isCurrent(term: { start: string; end: string | undefined }, today: string): boolean {
  return term.start <= today && (term.end === undefined || today < term.end)
}

/** A new term of the same office follows within days; a longer gap is a time out of office. */
const longestGapMs = 31 * 24 * 60 * 60_000

/** Since when the last of these terms of one office has been held without a break; undefined where nobody wrote it down. */
export function inOfficeSince(terms: { start: string; end: string | undefined }[]): string | undefined {
  const [latest, ...earlier] = terms.toSorted((a, b) => (a.start < b.start ? 1 : -1))
  let since = latest?.start
  for (const term of earlier) {
    if (!since || !term.end || Date.parse(since) - Date.parse(term.end) > longestGapMs) break
    since = term.start
  }
  return since || undefined
}
