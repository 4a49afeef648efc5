import { glob, stat } from 'node:fs/promises'
import path from 'node:path'
import { stateCodes, stateName } from '@wtpu/contract/states'
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
import { checkRecord, OptionalText, parseText } from './parse-records.ts'
import { readSource } from './read-source.ts'

/** The source allows a year or a year and month as a date. */
const PartialDate = Type.Optional(
  Type.Union([Type.String({ pattern: '^(\\d{4}(-\\d{2}(-\\d{2})?)?)?$' }), Type.Integer(), Type.Null()]),
)

const Role = Type.Object({
  type: Type.Literal('governor'),
  jurisdiction: Type.Optional(Type.String()),
  start_date: PartialDate,
  end_date: PartialDate,
})

const GovernorRole = Type.Object({ type: Type.Literal('governor'), end_date: Type.Optional(Type.Unknown()) })

const Person = Type.Object({
  id: Type.String({ pattern: '^ocd-person/[0-9a-f-]{36}$' }),
  name: Type.String({ minLength: 1 }),
  given_name: OptionalText,
  family_name: OptionalText,
  email: OptionalText,
  image: OptionalText,
  party: Type.Array(Type.Object({ name: Type.String({ minLength: 1 }), end_date: PartialDate }), { minItems: 1 }),
  roles: Type.Optional(Type.Array(Type.Unknown())),
  offices: Type.Optional(
    Type.Array(
      Type.Object({ classification: OptionalText, address: OptionalText, voice: OptionalText, email: OptionalText }),
    ),
  ),
  links: Type.Optional(Type.Array(Type.Object({ url: Type.String(), note: OptionalText }))),
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

/** Where governors' files are, relative to a checkout's root, its `data` folder, a state's folder, or a plain folder of files. */
const filePatterns = [
  'data/*/executive/*.{yml,yaml}',
  '*/executive/*.{yml,yaml}',
  'executive/*.{yml,yaml}',
  '*.{yml,yaml}',
]

export async function findGovernorFiles(folder: string): Promise<string[]> {
  const found = await stat(folder).catch(() => undefined)
  if (!found?.isDirectory()) throw new Error(`${folder} is not a folder. Expected a checkout of openstates/people.`)
  for (const pattern of filePatterns) {
    const files = await Array.fromAsync(glob(pattern, { cwd: folder }))
    if (files.length > 0) return files.toSorted().map((file) => path.join(folder, file))
  }
  throw new Error(`${folder} contains no data/<state>/executive/*.yml. Expected a checkout of openstates/people.`)
}

/** Reads the files and keeps the governors in office at `now`. Other executives are ignored. */
export async function readGovernors(files: string[], now: Date, onFile?: (done: number) => void): Promise<Batch> {
  const batch: Batch = { source: 'openstates', officials: [], skipped: [], notes: [] }
  const current: Governor[] = []
  const seen = new Map<string, string>()
  for (const [index, file] of files.entries()) {
    onFile?.(index)
    const record = await parseText(await readSource(file), file)
    const person = checkRecord(Person, record, file)
    rejectDuplicateId(seen, person.id, file)
    const terms = termsOf(person)
    const term = terms.find((candidate) => candidate.state !== 'DC' && isCurrent(candidate, toIsoDate(now)))
    if (!term) checkUnreadableTerms(person, file, toIsoDate(now))
    if (term) current.push({ ...term, official: toGovernor(person, terms, term, file, now, batch.notes) })
    else if (terms.length > 0)
      batch.skipped.push({ who: governorLabel(person, terms.at(-1)), reason: skipReason(terms, now) })
  }
  for (const { state, start, official } of current) {
    // The source sometimes leaves a governor's term open after the successor took office.
    const successor = current.find((other) => other.state === state && other.start > start)
    if (!successor) batch.officials.push(official)
    else batch.skipped.push({ who: `${official.name} (${state})`, reason: `succeeded by ${successor.official.name}` })
  }
  return batch
}

/** The states and territories for which `officials` has no governor. Excludes DC, which has none. */
export function statesWithoutGovernor(officials: { state: string }[]): string[] {
  const governed = new Set(officials.map((official) => official.state))
  return stateCodes.filter((code) => code !== 'DC' && !governed.has(code)).map(stateName)
}

function termsOf({ roles = [] }: Person): Term[] {
  return roles.filter(isGovernor).map(({ jurisdiction, start_date, end_date }) => {
    const state = /\/(?:state|territory|district):([a-z]{2})\//.exec(jurisdiction ?? '')?.[1]?.toUpperCase() ?? ''
    return { state, start: normalizeWhitespace(start_date), end: normalizeWhitespace(end_date) || undefined }
  })
}

const isGovernor = (role: unknown) => Check(Role, role)

/** One that has not ended may be the current term. */
function checkUnreadableTerms({ roles = [] }: Person, file: string, today: string): void {
  for (const [index, role] of roles.entries()) {
    if (Check(GovernorRole, role) && !isGovernor(role) && !isEnded(role.end_date, today))
      checkRecord(Role, role, file, `roles.${index}`)
  }
}

const isEnded = (end: unknown, today: string) => typeof end === 'string' && /^\d{4}/.test(end) && end <= today

function skipReason(terms: Term[], now: Date): string {
  const [latest] = terms.toSorted((a, b) => (a.start < b.start ? 1 : -1))
  if (latest?.state === 'DC') return 'the District of Columbia has a mayor, not a governor'
  return latest && latest.start > toIsoDate(now)
    ? `the term begins on ${latest.start}`
    : `the term ended on ${latest?.end}`
}

const governorLabel = ({ name }: Person, term: Term | undefined) => `${normalizeWhitespace(name)} (${term?.state})`

function toGovernor(person: Person, terms: Term[], term: Term, file: string, now: Date, notes: string[]): Official {
  const who = governorLabel(person, term)
  const known = stateCodes.includes(term.state)
  if (!known) throw new Error(`${file}: the jurisdiction of ${normalizeWhitespace(person.name)} is not a state.`)
  const image = toHttpUrl(person.image)
  // Browsers block http images on an https page, and the other server may not support https.
  const profileImage = image.startsWith('https:') ? image : null
  if (normalizeWhitespace(person.image) && !profileImage)
    notes.push(`${who}: the photo's URL is not https and was left out`)
  const held = terms.filter((past) => past.state === term.state && past.start <= term.start)
  const since = inOfficeSince(held)?.slice(0, 4)
  const { offices = [], links = [] } = person
  const office = offices.find((candidate) => candidate.classification === 'capitol') ?? offices[0]
  return toOfficial({
    record: file,
    source: 'openstates',
    externalId: person.id,
    name: person.name,
    firstName: person.given_name,
    lastName: person.family_name,
    party: parseParty(currentParty(person, now), who, notes),
    office: 'Gov',
    state: term.state,
    district: null,
    profileImage,
    description: `Governor of ${stateNameInSentence(term.state)}${since ? ` since ${since}` : ''}.`,
    email:
      normalizeWhitespace(person.email) ||
      normalizeWhitespace(office?.email) ||
      toHttpUrl(links.find((link) => link.note === 'webform')?.url),
    phone: normalizeWhitespace(office?.voice),
    website: toHttpUrl(links.find((link) => !link.note)?.url),
    address: normalizeWhitespace(office?.address).replace(/ ?; ?/g, ', '),
  })
}

/** A governor may be listed with several parties. Prefers Democratic or Republican. */
function currentParty({ party }: Person, now: Date): string {
  const current = party
    .filter((membership) => !membership.end_date || String(membership.end_date) > toIsoDate(now))
    .map((membership) => normalizeWhitespace(membership.name))
  return current.find((word) => /^(democrat|republican)/i.test(word)) ?? current[0] ?? ''
}
