import type { Party } from '@wtpu/contract/politicians'
import { stateName } from '@wtpu/contract/states'
import { politicianKeywords, politicianSortName } from '#search/words.ts'
import type { politicians } from '#db/schema/politicians.ts'
import type { OptionalText } from './parse-records.ts'

export type Source = 'congress' | 'openstates' | 'own'

/** An official with all columns that an import sets. */
export type Official = Pick<
  Required<typeof politicians.$inferInsert>,
  | 'externalId'
  | 'name'
  | 'party'
  | 'office'
  | 'state'
  | 'district'
  | 'profileImage'
  | 'description'
  | 'email'
  | 'phoneNumber'
> &
  Pick<Required<typeof politicians.$inferInsert>, 'officialWebsite' | 'officeAddress' | 'sortName' | 'keywords'> & {
    source: Source
  }

/** The officials of one source, read and validated but not yet written. */
export interface Batch {
  source: Source
  officials: Official[]
  /** People in the source who are not in office now. */
  skipped: { who: string; reason: string }[]
  /** Values that were changed or left out, for the operator to read. */
  notes: string[]
}

interface OfficialInput {
  /** Names the record and its file in error messages. */
  record: string
  source: Source
  externalId: string
  name: string
  firstName: OptionalText
  lastName: OptionalText
  nickname?: OptionalText
  party: Party
  office: string
  state: string
  /** The congressional district of a representative, 0 at large. */
  district: number | null
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
    // People search for "Chuck Schumer", whose full name is Charles E. Schumer.
    keywords: [normalizeWhitespace(firstName), normalizeWhitespace(nickname), politicianKeywords(input)].join(' '),
  }
  for (const [field, value] of Object.entries(official)) rejectUnstorableText(record, field, value)
  return official
}

/** PostgreSQL cannot store NUL or a lone surrogate. U+FFFD means that the input was not valid UTF-8. */
function rejectUnstorableText(record: string, field: string, value: string | number | null): void {
  if (typeof value !== 'string') return
  if (value.includes('\0') || value.includes('\uFFFD') || !value.isWellFormed()) {
    throw new Error(`${record}: ${field} contains characters that cannot be stored.`)
  }
  if (value.length > 2_000) throw new Error(`${record}: ${field} is longer than 2000 characters.`)
}

/** Throws if an earlier record had the same id. */
export function rejectDuplicateId(seen: Map<string, string>, id: string, record: string): void {
  const other = seen.get(id)
  if (other) throw new Error(`${record}: has the same id (${id}) as ${other}.`)
  seen.set(id, record)
}

/** Converts to one line without surrounding whitespace. */
export function normalizeWhitespace(text: OptionalText): string {
  return String(text ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The text if it is an http(s) URL, otherwise an empty string. */
export function toHttpUrl(text: OptionalText): string {
  const address = normalizeWhitespace(text)
  return /^https?:$/.test(URL.parse(address)?.protocol ?? '') ? address : ''
}

/** Maps the source's party name to a code. Any other party counts as Independent and adds a note. */
export function parseParty(name: string, who: string, notes: string[]): Party {
  const normalized = name
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim()
  if (/^(democrat|democratic|democratic farmer labor|dfl)$/.test(normalized)) return 'D'
  if (normalized === 'republican') return 'R'
  if (normalized !== 'independent') notes.push(`${who}: party "${name}" is counted as Independent`)
  return 'I'
}

/** The state's name with an article where a sentence needs one: "Ohio", "the District of Columbia". */
export function stateNameInSentence(code: string): string {
  return ['DC', 'MP', 'VI'].includes(code) ? `the ${stateName(code)}` : stateName(code)
}

export const toIsoDate = (now: Date) => now.toISOString().slice(0, 10)

/** Dates are ISO dates, or just a year or month. The end date is exclusive: it is the successor's first day. */
export function isCurrent(term: { start: string; end: string | undefined }, today: string): boolean {
  return term.start <= today && (term.end === undefined || today < term.end)
}

/** Consecutive terms start within days of each other. A longer gap means the official was out of office. */
const longestGapMs = 31 * 24 * 60 * 60_000

/** The start of the current uninterrupted run of terms in one office. Undefined if the source has no start date. */
export function inOfficeSince(terms: { start: string; end: string | undefined }[]): string | undefined {
  const [latest, ...earlier] = terms.toSorted((a, b) => (a.start < b.start ? 1 : -1))
  let since = latest?.start
  for (const term of earlier) {
    if (!since || !term.end || Date.parse(since) - Date.parse(term.end) > longestGapMs) break
    since = term.start
  }
  return since || undefined
}
