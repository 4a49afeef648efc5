import type { politicians } from '#db/schema/politicians.ts'
import { normalizeForSearch } from '#search/words.ts'
import type { Official } from './official.ts'

type Row = typeof politicians.$inferSelect
type Person = Pick<Row, 'name' | 'state'>

/** An official of the site's own list is found again by these. Neither begins with the sign of an id of the list. */
export const personKey = ({ name, state }: Person) => `${normalizeForSearch(name)} / ${normalizeForSearch(state)}`
export const seatKey = (one: Person & Pick<Row, 'office'>) => `${personKey(one)} / ${normalizeForSearch(one.office)}`

const isListId = (externalId: string) => externalId.startsWith('#')

export interface OwnMatches {
  /** With the external ids of the rows that are theirs. */
  officials: Official[]
  /** The external ids that rows get: an id that the list has now. */
  renamed: Map<number, string>
  /** Questions for the admin who reads the check. */
  notes: string[]
}

/**
 * Finds the rows of the officials of the site's own list: by the id of the list or the address of the page, else by name, place and
 * office, else by name and place if only one has these.
 */
export function matchOwn(officials: readonly Official[], existing: readonly Row[]): OwnMatches {
  const free = new Set(existing)
  const matched = new Map<Official, Row>()
  const match = (official: Official, row: Row | undefined) => {
    if (row && free.delete(row)) matched.set(official, row)
  }
  const byId = new Map(existing.flatMap((row) => [[row.externalId, row] as const, [pageOf(row), row] as const]))
  for (const official of officials)
    if (/^[#/]/.test(official.externalId)) match(official, byId.get(official.externalId))
  for (const keyOf of [seatKey, personKey]) {
    const rows = Map.groupBy(free, keyOf)
    const waiting = officials.filter((official) => !matched.has(official))
    for (const [key, [official, ...others]] of Map.groupBy(waiting, keyOf)) {
      if (!official || others.length > 0) continue
      const same = rows.get(key)?.filter((row) => !isListId(official.externalId) || !isListId(row.externalId)) ?? []
      const inOffice = same.filter((row) => row.retiredAt === null)
      const candidates = inOffice.length > 0 ? inOffice : same
      if (candidates.length === 1) match(official, candidates[0])
    }
  }
  const renamed = new Map<number, string>()
  const taken = new Set(existing.map((row) => row.externalId))
  const withIds = officials.map((official) => {
    const row = matched.get(official)
    if (isListId(official.externalId)) {
      if (row && row.externalId !== official.externalId) renamed.set(row.id, official.externalId)
      return official
    }
    const externalId = row?.externalId ?? unusedId(official, taken)
    taken.add(externalId)
    return { ...official, externalId }
  })
  const added = officials.filter((official) => !matched.has(official))
  const ending = [...free].filter((row) => row.retiredAt === null)
  return { officials: withIds, renamed, notes: askWhoIsSame(added, ending) }
}

/** As the column `id` may name it. */
const pageOf = ({ id }: Row) => `/politicians/${id}`

function unusedId(official: Official, taken: ReadonlySet<string>): string {
  const ids = [personKey(official), seatKey(official)]
  const unused = ids.find((id) => !taken.has(id))
  if (unused !== undefined) return unused
  let number = 2
  while (taken.has(`${ids[1]} / ${number}`)) number++
  return `${ids[1]} / ${number}`
}

const wordsOf = ({ name }: Person) => normalizeForSearch(name).split(' ')
/** How many of the rows that share a word of the name are compared. */
const maxCompared = 50

/** Asks about new officials who may be one whose page would end. */
function askWhoIsSame(added: readonly Official[], ending: readonly Row[]): string[] {
  const byWord = new Map<string, Row[]>()
  for (const row of ending)
    for (const word of new Set(wordsOf(row))) byWord.set(word, [...(byWord.get(word) ?? []), row].slice(0, maxCompared))
  const asked = new Set<Row>()
  return added.flatMap((official) => {
    const rows = wordsOf(official).flatMap((word) => (word.length > 1 ? (byWord.get(word) ?? []) : []))
    const row = rows.find((candidate) => !asked.has(candidate) && mayBeSame(official, candidate))
    if (!row) return []
    asked.add(row)
    return [
      `Is ${official.name} (${official.office}) the same person as ${row.name} (${row.office}), whose page would end? If so, write ${pageOf(row)} into the column id, and the page keeps its ratings.`,
    ]
  })
}

/** They share a word of the name, and the seat; or all words of the name, and the office or the place. */
function mayBeSame(official: Official, row: Row): boolean {
  if (isListId(official.externalId) && isListId(row.externalId)) return false
  const [office, place] = (['office', 'state'] as const).map(
    (field) => normalizeForSearch(official[field]) === normalizeForSearch(row[field]),
  )
  if (office && place) return true
  return Boolean(office || place) && wordsOf(official).toSorted().join() === wordsOf(row).toSorted().join()
}
