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
  party: Party | null
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
      normalizeWhitespace(lastName) || splitName(name).last,
      normalizeWhitespace(firstName) || splitName(name).first,
    ),
    // People search for "Chuck Schumer", whose full name is Charles E. Schumer.
    keywords: [normalizeWhitespace(firstName), normalizeWhitespace(nickname), politicianKeywords(input)].join(' '),
  }
  for (const [field, value] of Object.entries(official)) rejectUnstorableText(record, field, value)
  return official
}

/** What follows a name and is no part of it. */
const isSuffix = (word: string) =>
  /^(jr|sr|junior|senior|ii|iii|iv|v|vi|md|do|dds|dvm|phd|edd|jd|esq|esquire|cpa|rn|pe|ret|retired)$/i.test(
    word.replaceAll(/[.()]/g, ''),
  )

/** The parts by which a name is sorted: "Bo Birch, Jr." and "Birch, Bo" are among the names with B. */
export function splitName(name: string): { first: string; last: string } {
  const parts = name
    // Nicknames may stand behind the name.
    .replaceAll(/\([^)]*\)|"[^"]*"|“[^”]*”/g, ' ')
    .split(',')
    .map(normalizeWhitespace)
    .filter(Boolean)
  const [head = name, given] = parts.filter((part, index) => index === 0 || !part.split(' ').every(isSuffix))
  const words = head.split(' ')
  while (words.length > 1 && isSuffix(words.at(-1) ?? '')) words.pop()
  if (given !== undefined) return { first: given, last: words.join(' ') }
  return { first: words.slice(0, -1).join(' '), last: words.at(-1) ?? '' }
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

/** Words that can only mean one party, as sources write them. */
const partyWords: Record<string, Party> = {
  ...Object.fromEntries(['d', 'dem', 'dems', 'democrat', 'democrats', 'democratic', 'dfl'].map((word) => [word, 'D'])),
  ...Object.fromEntries(['r', 'rep', 'reps', 'republican', 'republicans', 'gop'].map((word) => [word, 'R'])),
  ...Object.fromEntries(['i', 'ind', 'independent', 'independents'].map((word) => [word, 'I'])),
}

/** The party that a source states: null without one, or for another name, which adds a note. */
export function parseParty(name: string, who: string, notes: string[]): Party | null {
  const words = name
    .toLowerCase()
    .replaceAll('.', '')
    .replace(/\bdemocratic[\s-]+(farmer[\s-]+labor|npl|nonpartisan league)\b/, 'dfl')
    .replace(/\bgrand old party\b/, 'gop')
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '' && word !== 'party' && word !== 'the')
  const [party, ...others] = new Set(words.map((word) => (Object.hasOwn(partyWords, word) ? partyWords[word] : null)))
  if (party && others.length === 0) return party
  notes.push(name === '' ? `${who}: without a party` : `${who}: “${name}” is shown as no party`)
  return null
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
