import { stateCodes } from '@wtpu/contract/states'
import { type Static, Type } from 'typebox'
import {
  type Batch,
  dayOf,
  heldSince,
  isCurrent,
  type Official,
  partyOf,
  refuseTwice,
  stateInSentence,
  tidy,
  toOfficial,
  webAddress,
} from './official.ts'
import { checkRecord, Maybe } from './parse-records.ts'

/** The public source itself, in the form that is read fastest. */
export const congressAddress = 'https://unitedstates.github.io/congress-legislators/legislators-current.json'

const photoAddress = (bioguide: string) => `https://unitedstates.github.io/images/congress/450x550/${bioguide}.jpg`

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })

const Term = Type.Object({
  type: Type.Enum(['sen', 'rep']),
  start: Day,
  end: Day,
  state: Type.Enum([...stateCodes]),
  district: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  party: Maybe,
  url: Maybe,
  address: Maybe,
  office: Maybe,
  phone: Maybe,
  contact_form: Maybe,
})

const Legislator = Type.Object({
  id: Type.Object({ bioguide: Type.String({ pattern: '^[A-Z]\\d{6}$' }) }),
  name: Type.Object({
    first: Type.String({ minLength: 1 }),
    last: Type.String({ minLength: 1 }),
    suffix: Maybe,
    nickname: Maybe,
    official_full: Maybe,
  }),
  terms: Type.Array(Term, { minItems: 1 }),
})
type Legislator = Static<typeof Legislator>
type Term = Static<typeof Term>

/** Finds the record's id in the text before a mistake. */
export const bioguideInText = /\bbioguide: *\S+(?![\s\S]*\bbioguide:)/

/** Members of Congress as congress-legislators lists them: those whose term runs at `now`. */
export function readCongress(records: unknown, file: string, now: Date): Batch {
  if (!Array.isArray(records)) throw new Error(`${file} does not hold a list of members of Congress.`)
  const batch: Batch = { source: 'congress', officials: [], skipped: [], notes: [] }
  const today = dayOf(now)
  const seen = new Map<string, string>()
  for (const [index, record] of records.entries()) {
    const name = `${file}, record ${index + 1}${knownAs(record)}`
    const legislator = checkRecord(Legislator, record, name)
    refuseTwice(seen, legislator.id.bioguide, name)
    const who = `${fullName(legislator)} (${legislator.id.bioguide})`
    const term = legislator.terms.findLast((one) => isCurrent(one, today))
    if (term) batch.officials.push(memberOf(legislator, term, name, batch.notes))
    else batch.skipped.push({ who, reason: whyNot(legislator, today) })
  }
  return batch
}

function memberOf(legislator: Legislator, term: Term, record: string, notes: string[]): Official {
  const { bioguide } = legislator.id
  const name = fullName(legislator)
  const party = tidy(term.party)
  if (!party) throw new Error(`${record}: the current term names no party.`)
  const website = webAddress(term.url)
  if (tidy(term.url) && !website)
    notes.push(`${name} (${bioguide}): "${tidy(term.url)}" is not a web address, left out`)
  return toOfficial({
    record,
    source: 'congress',
    externalId: bioguide,
    name,
    firstName: legislator.name.first,
    lastName: legislator.name.last,
    nickname: legislator.name.nickname,
    party: partyOf(party, `${name} (${bioguide})`, notes),
    office: term.type === 'sen' ? 'Sen' : 'Rep',
    state: term.state,
    profileImage: photoAddress(bioguide),
    description: describe(legislator, term),
    // Congress publishes no addresses, only forms (decision 71).
    email: webAddress(term.contact_form),
    phone: tidy(term.phone),
    website,
    address: tidy(term.address) || tidy(term.office),
  })
}

function fullName({ name }: Legislator): string {
  const suffix = tidy(name.suffix)
  return tidy(name.official_full) || tidy(`${name.first} ${name.last}${suffix ? `, ${suffix}` : ''}`)
}

function knownAs(record: unknown): string {
  const { id, name } = (record ?? {}) as { id?: { bioguide?: unknown }; name?: { official_full?: unknown } }
  const parts = [name?.official_full, id?.bioguide].filter((part) => typeof part === 'string')
  return parts.length > 0 ? ` (${parts.join(', ')})` : ''
}

function whyNot({ terms }: Legislator, today: string): string {
  const last = terms.at(-1)
  return last && last.start > today ? `the term begins on ${last.start}` : `the term ended on ${last?.end}`
}

/** One neutral sentence from the terms alone. */
function describe({ terms }: Legislator, term: Term): string {
  const same = terms.filter((one) => one.type === term.type && one.state === term.state && one.start <= term.start)
  const since = heldSince(same)?.slice(0, 4)
  const state = stateInSentence(term.state)
  if (term.type === 'sen') return `Senator for ${state} since ${since}.`
  return `${seatOf(term, state)}, in the House of Representatives since ${since}.`
}

function seatOf({ state: code, district }: Term, state: string): string {
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
