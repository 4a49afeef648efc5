import { emailProblem } from '@wtpu/contract/accounts/on-demand/credentials'
import { fullCount } from '@wtpu/contract/full-count'
import { optionalOwnListColumns, ownListColumns, ownListLimits } from '@wtpu/contract/site/officials'
import { toSingleLine, withoutInvisible } from '@wtpu/contract/schemas'
import { stateCode, stateName } from '@wtpu/contract/states'
import { politicianKeywords } from '#search/words.ts'
import { readCsv, type Row } from './csv.ts'
import { type Batch, type Official, parseParty, splitName, toHttpUrl, toOfficial } from './official.ts'
import { personKey, seatKey } from './own-matches.ts'

const [name, office, place, party, contact] = ownListColumns
const [photo, id] = optionalOwnListColumns

interface Read {
  line: number
  official: Official
}

/** Reads the site's own list of officials, a CSV file. `matchOwn` finds those again who are on the site. */
export async function readOwnList(source: string): Promise<Batch> {
  const batch: Batch = { source: 'own', officials: [], skipped: [], notes: [] }
  const byId = new Map<string, Read>()
  const bySeat = new Map<string, Read>()
  const lines = new Map<string, number[]>()
  for await (const row of readCsv(source, ownListColumns, { mayBeShort: true })) {
    if (batch.officials.length === ownListLimits.rows)
      throw new Error(`${source} has more than ${fullCount(ownListLimits.rows)} officials.`)
    if (isVacant(row)) {
      batch.skipped.push({ who: `${row.text(office)}, ${row.text(place)}`, reason: 'the seat is vacant' })
      continue
    }
    const official = readRow(row, source, batch.notes)
    const key = official.externalId === '' ? seatKey(official) : official.externalId
    const before = (official.externalId === '' ? bySeat : byId).get(key)
    if (before && official.externalId !== '') addOffice(before, official, row)
    else if (before) batch.notes.push(twice(official, row, before))
    else {
      const read = { line: row.line, official }
      ;(official.externalId === '' ? bySeat : byId).set(key, read)
      if (official.externalId === '') push(lines, personKey(official), row.line)
      batch.officials.push(official)
    }
  }
  if (batch.officials.length === 0) throw new Error(`${source} has no officials.`)
  for (const [person, found] of lines)
    if (found.length > 1)
      batch.notes.push(
        `Lines ${found.join(', ')} have the name and place “${person}”, and are listed as ${found.length} officials. If they are one person, give each line the same id.`,
      )
  return batch
}

function push(lines: Map<string, number[]>, key: string, line: number): void {
  lines.set(key, [...(lines.get(key) ?? []), line])
}

const twice = (official: Official, { line }: Row, before: Read) =>
  `Line ${line} was left out, because line ${before.line} has the same name, place and office (${official.name}). If they are two people, give each an id.`

/** One person may have several offices. */
function addOffice(before: Read, { name: person, state, office: further }: Official, row: Row): void {
  const { official } = before
  if (personKey(official) !== personKey({ name: person, state }))
    throw row.fail(id, `is "${row.text(id)}" as in line ${before.line}, where it is another person`)
  if (official.office.split(' and ').includes(further)) return
  official.office = `${official.office} and ${further}`
  describe(official)
}

/** Lists name the seats that nobody holds, too. */
function isVacant(row: Row): boolean {
  return /^(vacant|vacancy|vacant (seat|position)|open seat|position vacant|seat vacant|unfilled|tbd|to be determined|n\/a|[-–—]+)$/i.test(
    toSingleLine(row.text(name)).replaceAll(/[()[\]*.]/g, ''),
  )
}

function readRow(row: Row, source: string, notes: string[]): Official {
  const person = requiredText(row, name)
  const title = requiredText(row, office)
  const wanted = requiredText(row, place)
  const state = stateCode(wanted) ?? wanted
  const { first, last } = splitName(person)
  const official = toOfficial({
    record: source,
    source: 'own',
    externalId: readId(row),
    name: person,
    firstName: first,
    lastName: last,
    party: parseParty(optionalText(row, party), person, notes),
    office: title,
    state,
    district: null,
    profileImage: readPhoto(row, person, notes),
    description: '',
    ...readContact(row, person, notes),
    website: '',
    address: '',
  })
  // An office with a comma that is not in quotes moves the cells after it.
  const { email, phoneNumber: phone } = official
  const isMoved = stateCode(row.text(party)) !== undefined || (row.text(contact) !== '' && !email && !phone)
  if (row.surplus && isMoved) throw row.surplus
  return describe(official)
}

/** Sets what follows from the office. */
function describe(official: Official): Official {
  const { first } = splitName(official.name)
  official.description = `${official.office}, ${stateName(official.state)}.`
  official.keywords = [first, '', politicianKeywords(official)].join(' ')
  return official
}

function requiredText(row: Row, column: typeof name | typeof office | typeof place): string {
  const text = toSingleLine(row.text(column)).replaceAll('\u00AD', '')
  if (text === '') throw row.fail(column, 'is empty')
  if (text.length > ownListLimits[column]) throw row.fail(column, `is longer than ${ownListLimits[column]} characters`)
  // Half a pair of surrogates cannot be stored.
  if (!text.isWellFormed()) throw row.fail(column, 'contains characters that cannot be stored')
  return text
}

const optionalText = (row: Row, column: string) => toSingleLine(withoutInvisible(row.text(column)))

/** An id of the list, or the address of the official's page. Empty without one. */
function readId(row: Row): string {
  const text = optionalText(row, id)
  if (text.length > ownListLimits.id) throw row.fail(id, `is longer than ${ownListLimits.id} characters`)
  const page = /(?:^|\/)politicians\/(\d{1,10})\/?$/.exec(text)?.[1]
  return page === undefined ? text && `#${text}` : `/politicians/${page}`
}

/** Email addresses, addresses of forms and phone numbers. What is none of these is left out with a note. */
function readContact(row: Row, person: string, notes: string[]): { email: string; phone: string } {
  const text = optionalText(row, contact)
  if (text === '') return { email: '', phone: '' }
  const parts = [text, ...text.split(/\s*[;|]\s*|,\s+|\s+(?:or|and|\/)\s+/i)].map((part) =>
    part.replace(/^(?:mailto|tel|phone|email|e-mail)[.:]?\s*/i, '').replaceAll(/[‐‑‒–—−]/g, '-'),
  )
  const phone = parts.find((part) => /^\+?[\d\s()./-]{7,30}(?:(?:,? ?ext\.?|x) ?\d{1,6})?$/i.test(part)) ?? ''
  const email = parts.find((part) => emailProblem(part) === undefined || toHttpUrl(part)) ?? ''
  if (phone === '' && email === '')
    notes.push(`${person}: “${text.slice(0, 80)}” is no email address, web address or phone number, and was left out`)
  return { email, phone }
}

function readPhoto(row: Row, person: string, notes: string[]): string | null {
  const text = optionalText(row, photo)
  if (text === '') return null
  if (toHttpUrl(text).startsWith('https:')) return text
  notes.push(`${person}: the photo “${text.slice(0, 80)}” is no address that begins with https://, and was left out`)
  return null
}
