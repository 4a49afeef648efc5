import { glob, stat } from 'node:fs/promises'
import path from 'node:path'
import { stateCodes, stateName } from '@wtpu/contract/states'
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
import { checkRecord, Maybe, parseText } from './parse-records.ts'
import { readSource } from './read-source.ts'

/** The source allows a year or a month alone. */
const Day = Type.Optional(
  Type.Union([Type.String({ pattern: '^(\\d{4}(-\\d{2}(-\\d{2})?)?)?$' }), Type.Integer(), Type.Null()]),
)

const Role = Type.Object({
  type: Type.String(),
  jurisdiction: Type.Optional(Type.String()),
  start_date: Day,
  end_date: Day,
})

const Person = Type.Object({
  id: Type.String({ pattern: '^ocd-person/[0-9a-f-]{36}$' }),
  name: Type.String({ minLength: 1 }),
  given_name: Maybe,
  family_name: Maybe,
  email: Maybe,
  image: Maybe,
  party: Type.Array(Type.Object({ name: Type.String({ minLength: 1 }), end_date: Day }), { minItems: 1 }),
  roles: Type.Optional(Type.Array(Role)),
  offices: Type.Optional(
    Type.Array(Type.Object({ classification: Maybe, address: Maybe, voice: Maybe, email: Maybe })),
  ),
  links: Type.Optional(Type.Array(Type.Object({ url: Type.String(), note: Maybe }))),
})
type Person = Static<typeof Person>
interface Term {
  state: string
  start: string
  end: string | undefined
}
interface Governor extends Term {
  official: Official
}

/** Where a checkout keeps its executives, seen from its root, its `data`, or a state's folder; else any folder of such files. */
const places = ['data/*/executive/*.{yml,yaml}', '*/executive/*.{yml,yaml}', 'executive/*.{yml,yaml}', '*.{yml,yaml}']

export async function findGovernorFiles(folder: string): Promise<string[]> {
  const found = await stat(folder).catch(() => undefined)
  if (!found?.isDirectory()) throw new Error(`${folder} is not a folder. Give a checkout of openstates/people.`)
  for (const place of places) {
    const files = await Array.fromAsync(glob(place, { cwd: folder }))
    if (files.length > 0) return files.toSorted().map((file) => path.join(folder, file))
  }
  throw new Error(`${folder} holds no data/<state>/executive/*.yml. Give a checkout of openstates/people.`)
}

/** The governors in office at `now`; whoever has another office is none of ours. */
export async function readGovernors(files: string[], now: Date, onFile?: (done: number) => void): Promise<Batch> {
  const batch: Batch = { source: 'openstates', officials: [], skipped: [], notes: [] }
  const current: Governor[] = []
  const seen = new Map<string, string>()
  for (const [index, file] of files.entries()) {
    onFile?.(index)
    const record = await parseText(await readSource(file), file)
    const person = checkRecord(Person, record, file)
    refuseTwice(seen, person.id, file)
    const terms = termsOf(person)
    const term = terms.find((one) => one.state !== 'DC' && isCurrent(one, dayOf(now)))
    if (term) current.push({ ...term, official: governorOf(person, terms, term, file, now, batch.notes) })
    else if (terms.length > 0) batch.skipped.push({ who: whoIs(person, terms.at(-1)), reason: whyNot(terms, now) })
  }
  for (const { state, start, official } of current) {
    // A term that nobody closed when the next governor began.
    const successor = current.find((other) => other.state === state && other.start > start)
    if (!successor) batch.officials.push(official)
    else batch.skipped.push({ who: `${official.name} (${state})`, reason: `followed by ${successor.official.name}` })
  }
  return batch
}

/** The states and those territories that have a governor, in the order of the state table, without one in `officials`. */
export function statesWithoutGovernor(officials: { state: string }[]): string[] {
  const governed = new Set(officials.map((one) => one.state))
  return stateCodes.filter((code) => code !== 'DC' && !governed.has(code)).map(stateName)
}

function termsOf({ roles = [] }: Person): Term[] {
  return roles.flatMap(({ type, jurisdiction, start_date, end_date }) => {
    const state = /\/(?:state|territory|district):([a-z]{2})\//.exec(jurisdiction ?? '')?.[1]?.toUpperCase() ?? ''
    return type === 'governor' ? [{ state, start: tidy(start_date), end: tidy(end_date) || undefined }] : []
  })
}

function whyNot(terms: Term[], now: Date): string {
  const [latest] = terms.toSorted((a, b) => (a.start < b.start ? 1 : -1))
  if (latest?.state === 'DC') return 'the District of Columbia has a mayor, no governor'
  return latest && latest.start > dayOf(now) ? `the term begins on ${latest.start}` : `the term ended on ${latest?.end}`
}

const whoIs = ({ name }: Person, term: Term | undefined) => `${tidy(name)} (${term?.state})`

function governorOf(person: Person, terms: Term[], term: Term, file: string, now: Date, notes: string[]): Official {
  const who = whoIs(person, term)
  const known = stateCodes.includes(term.state)
  if (!known) throw new Error(`${file}: the jurisdiction of ${tidy(person.name)} names no state.`)
  const image = webAddress(person.image)
  // A page served by https shows no picture from http, and whether the other server speaks https is not known.
  const profileImage = image.startsWith('https:') ? image : null
  if (tidy(person.image) && !profileImage) notes.push(`${who}: the photo's address is not https, left out`)
  const since = heldSince(terms.filter((one) => one.state === term.state && one.start <= term.start))?.slice(0, 4)
  const { offices = [], links = [] } = person
  const office = offices.find((one) => one.classification === 'capitol') ?? offices[0]
  return toOfficial({
    record: file,
    source: 'openstates',
    externalId: person.id,
    name: person.name,
    firstName: person.given_name,
    lastName: person.family_name,
    party: partyOf(partyWord(person, now), who, notes),
    office: 'Gov',
    state: term.state,
    profileImage,
    description: `Governor of ${stateInSentence(term.state)}${since ? ` since ${since}` : ''}.`,
    email: tidy(person.email) || tidy(office?.email) || webAddress(links.find((one) => one.note === 'webform')?.url),
    phone: tidy(office?.voice),
    website: webAddress(links.find((one) => !one.note)?.url),
    address: tidy(office?.address).replace(/ ?; ?/g, ', '),
  })
}

/** Who runs for two parties at once is listed with both: the larger one counts. */
function partyWord({ party }: Person, now: Date): string {
  const current = party.filter((one) => !one.end_date || String(one.end_date) > dayOf(now)).map((one) => tidy(one.name))
  return current.find((word) => /^(democrat|republican)/i.test(word)) ?? current[0] ?? 'Independent'
}
