import { stateCodes } from '@wtpu/contract/states'
import { type Static, Type } from 'typebox'
import { Check } from 'typebox/value'
import {
  type Batch,
  toIsoDate,
  inOfficeSince,
  isCurrent,
  type Official,
  parseParty,
  rejectDuplicateId,
  stateNameInSentence,
  normalizeWhitespace,
  toOfficial,
  toHttpUrl,
} from './official.ts'
import { checkRecord, OptionalText } from './parse-records.ts'

/** The public source, as JSON because that parses faster than YAML. */
export const congressUrl = 'https://unitedstates.github.io/congress-legislators/legislators-current.json'

const photoUrl = (bioguide: string) => `https://unitedstates.github.io/images/congress/450x550/${bioguide}.jpg`

const IsoDate = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })

const Term = Type.Object({
  type: Type.Enum(['sen', 'rep']),
  start: IsoDate,
  end: IsoDate,
  state: Type.Enum([...stateCodes]),
  district: Type.Optional(Type.Union([Type.Integer({ minimum: 0, maximum: 99 }), Type.Null()])),
  party: OptionalText,
  url: OptionalText,
  address: OptionalText,
  office: OptionalText,
  phone: OptionalText,
  contact_form: OptionalText,
})

/** What is read of terms that are not the current one. */
const OtherTerm = Type.Object({
  type: Type.Optional(Type.Unknown()),
  state: Type.Optional(Type.Unknown()),
  start: IsoDate,
  end: IsoDate,
})

const Legislator = Type.Object({
  id: Type.Object({ bioguide: Type.String({ pattern: '^[A-Z]\\d{6}$' }) }),
  name: Type.Object({
    first: Type.String({ minLength: 1 }),
    last: Type.String({ minLength: 1 }),
    suffix: OptionalText,
    nickname: OptionalText,
    official_full: OptionalText,
  }),
  terms: Type.Array(Type.Unknown(), { minItems: 1 }),
})
type Legislator = Static<typeof Legislator>
type Term = Static<typeof Term>
type OtherTerm = Static<typeof OtherTerm>

/** Matches the last bioguide id in a text, to name the record in which a syntax error occurred. */
export const nearestBioguidePattern = /\bbioguide: *\S+(?![\s\S]*\bbioguide:)/

/** Reads the records of congress-legislators and keeps the members who are in office at `now`. */
export function readCongress(records: unknown, file: string, now: Date): Batch {
  if (!Array.isArray(records)) throw new Error(`${file} does not contain a list of members of Congress.`)
  const batch: Batch = { source: 'congress', officials: [], skipped: [], notes: [] }
  const today = toIsoDate(now)
  const seen = new Map<string, string>()
  for (const [index, record] of records.entries()) {
    const name = `${file}, record ${index + 1}${identifyRecord(record)}`
    const legislator = checkRecord(Legislator, record, name)
    rejectDuplicateId(seen, legislator.id.bioguide, name)
    const who = `${fullName(legislator)} (${legislator.id.bioguide})`
    const term = findCurrentTerm(legislator, name, today)
    const terms = legislator.terms.filter(isReadable)
    if (term) batch.officials.push(toMemberOfCongress(legislator, { terms, term }, name, batch.notes))
    else batch.skipped.push({ who, reason: skipReason(terms, today) })
  }
  return batch
}

const isReadable = (term: unknown) => Check(OtherTerm, term)

/** Checks only the current term, and terms after the last known one that may be it. */
function findCurrentTerm({ terms }: Legislator, record: string, today: string): Term | undefined {
  const check = (index: number) => checkRecord(Term, terms[index], record, `terms.${index}`)
  const current = terms.findLastIndex((term) => isReadable(term) && isCurrent(term, today))
  if (current !== -1) return check(current)
  const started = terms.findLastIndex((term) => isReadable(term) && term.start <= today)
  for (const [index, term] of terms.entries()) if (index > started && !isReadable(term)) check(index)
  return undefined
}

function toMemberOfCongress(
  legislator: Legislator,
  { terms, term }: { terms: OtherTerm[]; term: Term },
  record: string,
  notes: string[],
): Official {
  const { bioguide } = legislator.id
  const name = fullName(legislator)
  const party = normalizeWhitespace(term.party)
  if (!party) throw new Error(`${record}: the current term has no party.`)
  const website = toHttpUrl(term.url)
  if (normalizeWhitespace(term.url) && !website)
    notes.push(`${name} (${bioguide}): "${normalizeWhitespace(term.url)}" is not a web address and was left out`)
  return toOfficial({
    record,
    source: 'congress',
    externalId: bioguide,
    name,
    firstName: legislator.name.first,
    lastName: legislator.name.last,
    nickname: legislator.name.nickname,
    party: parseParty(party, `${name} (${bioguide})`, notes),
    office: term.type === 'sen' ? 'Sen' : 'Rep',
    state: term.state,
    district: term.type === 'rep' ? (term.district ?? null) : null,
    profileImage: photoUrl(bioguide),
    description: describe(terms, term),
    // Congress publishes contact forms instead of email addresses.
    email: toHttpUrl(term.contact_form),
    phone: normalizeWhitespace(term.phone),
    website,
    address: normalizeWhitespace(term.address) || normalizeWhitespace(term.office),
  })
}

function fullName({ name }: Legislator): string {
  const suffix = normalizeWhitespace(name.suffix)
  return (
    normalizeWhitespace(name.official_full) ||
    normalizeWhitespace(`${name.first} ${name.last}${suffix ? `, ${suffix}` : ''}`)
  )
}

function identifyRecord(record: unknown): string {
  const { id, name } = (record ?? {}) as { id?: { bioguide?: unknown }; name?: { official_full?: unknown } }
  const parts = [name?.official_full, id?.bioguide].filter((part) => typeof part === 'string')
  return parts.length > 0 ? ` (${parts.join(', ')})` : ''
}

function skipReason(terms: OtherTerm[], today: string): string {
  const last = terms.at(-1)
  return last && last.start > today ? `the term begins on ${last.start}` : `the term ended on ${last?.end}`
}

/** A neutral one-sentence description, based only on the terms. */
function describe(terms: OtherTerm[], term: Term): string {
  const same = terms.filter((past) => past.type === term.type && past.state === term.state && past.start <= term.start)
  const since = inOfficeSince(same)?.slice(0, 4)
  const state = stateNameInSentence(term.state)
  if (term.type === 'sen') return `Senator for ${state} since ${since}.`
  return `${seatTitle(term, state)}, in the House of Representatives since ${since}.`
}

function seatTitle({ state: code, district }: Term, state: string): string {
  if (code === 'PR') return `Resident Commissioner of ${state}`
  if (['AS', 'DC', 'GU', 'MP', 'VI'].includes(code)) return `Delegate for ${state}`
  if (district === 0) return `Representative for ${state} at large`
  return district ? `Representative for the ${ordinal(district)} district of ${state}` : `Representative for ${state}`
}

function ordinal(number: number): string {
  const suffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }
  return `${number}${suffixes[ordinalRules.select(number)] ?? 'th'}`
}

const ordinalRules = new Intl.PluralRules('en', { type: 'ordinal' })
