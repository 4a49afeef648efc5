import { emailProblem } from '@wtpu/contract/accounts/accounts'
import { fullCount } from '@wtpu/contract/full-count'
import { ownListColumns, ownListLimits } from '@wtpu/contract/site/officials'
import { toSingleLine } from '@wtpu/contract/schemas'
import { stateCode, stateName } from '@wtpu/contract/states'
import { normalizeForSearch } from '#search/words.ts'
import { readCsv, type Row } from './csv.ts'
import { type Batch, type Official, parseParty, toHttpUrl, toOfficial } from './official.ts'

const [name, office, place, party, contact] = ownListColumns
const photo = 'photo'

/** Reads the site's own list of officials, a CSV file. An official is found again by name and place. */
export async function readOwnList(source: string): Promise<Batch> {
  const batch: Batch = { source: 'own', officials: [], skipped: [], notes: [] }
  const seen = new Map<string, number>()
  for await (const row of readCsv(source, ownListColumns)) {
    if (batch.officials.length === ownListLimits.rows)
      throw new Error(`${source} has more than ${fullCount(ownListLimits.rows)} officials.`)
    const official = readRow(row, source, batch.notes)
    const before = seen.get(official.externalId)
    if (before !== undefined)
      throw row.fail(name, `is "${official.name}" again, in the same place as in line ${before}`)
    seen.set(official.externalId, row.line)
    batch.officials.push(official)
  }
  if (batch.officials.length === 0) throw new Error(`${source} has no officials.`)
  return batch
}

function readRow(row: Row, source: string, notes: string[]): Official {
  const wanted = requiredText(row, place)
  const state = stateCode(wanted) ?? wanted
  const title = requiredText(row, office)
  const person = requiredText(row, name)
  return toOfficial({
    record: source,
    source: 'own',
    externalId: `${normalizeForSearch(person)} / ${normalizeForSearch(state)}`,
    name: person,
    firstName: person.split(' ').slice(0, -1).join(' '),
    lastName: person.split(' ').at(-1),
    party: readParty(row, person, notes),
    office: title,
    state,
    district: null,
    profileImage: readPhoto(row),
    description: `${title}, ${stateName(state)}.`,
    ...readContact(row),
    website: '',
    address: '',
  })
}

function requiredText(row: Row, column: typeof name | typeof office | typeof place): string {
  const text = toSingleLine(row.text(column))
  if (text === '') throw row.fail(column, 'is empty')
  if (text.length > ownListLimits[column]) throw row.fail(column, `is longer than ${ownListLimits[column]} characters`)
  // Half a pair of surrogates cannot be stored.
  if (!text.isWellFormed()) throw row.fail(column, 'contains characters that cannot be stored')
  return text
}

function readParty(row: Row, person: string, notes: string[]) {
  const text = row.text(party)
  if (text === '') {
    notes.push(`${person}: without a party, listed as Independent`)
    return 'I'
  }
  const code = (['D', 'R', 'I'] as const).find((letter) => letter === text.toUpperCase())
  return code ?? parseParty(text, person, notes)
}

/** An email address, the address of a form, or a phone number. */
function readContact(row: Row): { email: string; phone: string } {
  const text = row.text(contact)
  if (text === '') return { email: '', phone: '' }
  if (/^\+?[\d\s().-]{7,30}$/.test(text)) return { email: '', phone: text }
  if (emailProblem(text) === undefined || toHttpUrl(text)) return { email: text, phone: '' }
  throw row.fail(contact, `is "${text}", not an email address, a web address or a phone number`)
}

function readPhoto(row: Row): string | null {
  const text = row.columns.includes(photo) ? row.text(photo) : ''
  if (text === '') return null
  if (toHttpUrl(text).startsWith('https:')) return text
  throw row.fail(photo, `is "${text}", not an address that begins with https://`)
}
