import type { Party } from '@wtpu/contract/politicians'
import { unknownQuestion } from '@wtpu/contract/on-demand/roll-call-results'
import type { Chamber, Position } from '@wtpu/contract/roll-calls'
import { stateCodes } from '@wtpu/contract/states'
import { politicianSortName } from '#search/words.ts'
import { type Row, readCsv } from '#imports/csv.ts'
import { categorize, formatBill, formatName } from './wording.ts'

/** Files or http(s) addresses of Voteview's CSV. */
export interface RollCallSources {
  members: string[]
  rollCalls: string[]
  votes: string[]
}

/** The addresses of the Congress that sits at `now`. A Congress begins on January 3 of odd years. */
export function currentSources(now: Date): RollCallSources {
  const year = new Date(now.getTime() - 2 * 24 * 60 * 60_000).getUTCFullYear()
  const congress = Math.floor((year - 1789) / 2) + 1
  const addresses = (kind: string) =>
    ['H', 'S'].map(
      (chamber) =>
        `https://voteview.com/static/data/out/${kind}/${chamber}${String(congress).padStart(3, '0')}_${kind}.csv`,
    )
  return { members: addresses('members'), rollCalls: addresses('rollcalls'), votes: addresses('votes') }
}

interface Member {
  number: number
  bioguide: string
  name: string
  sortName: string
  /** Null for the parties that the site has no name for. */
  party: Party | null
  state: string
}

export type ImportedRollCall = ReturnType<typeof toRollCall> & {
  /** By the member's number, in the order of the file. */
  positions: Map<number, Position>
  /** The counts that the source states. */
  counted: { yeas: number; nays: number }
}

/** One Congress of one chamber. */
export interface ChamberFiles {
  congress: number
  chamber: Chamber
  members: Map<number, Member>
  /** By their number. */
  rollCalls: Map<number, ImportedRollCall>
}

const maxInteger = 2_147_483_647
const positive = { min: 1, max: maxInteger }
const chambers: Partial<Record<string, Chamber>> = { House: 'house', Senate: 'senate' }

const castCodes: readonly (Position | undefined)[] = [
  // Not a member at that time.
  undefined,
  'yea',
  'yea',
  'yea',
  'nay',
  'nay',
  'nay',
  'present',
  'present',
  'not_voting',
]

/** Reads and checks all files before anything is written. */
export async function readVoteview(
  sources: RollCallSources,
  onProgress: (line: string) => void,
): Promise<ChamberFiles[]> {
  const found = new Map<string, ChamberFiles>()
  /** Undefined for presidents, whose announced positions the source has too. */
  const chamberOf = (row: Row): ChamberFiles | undefined => {
    const congress = row.integer('congress', { min: 1, max: 999 })
    const name = row.text('chamber')
    if (name === 'President') return undefined
    const chamber = chambers[name]
    if (!chamber) throw row.fail('chamber', `is "${name}", not House or Senate`)
    const key = `${congress} ${chamber}`
    const files = found.get(key) ?? { congress, chamber, members: new Map(), rollCalls: new Map() }
    found.set(key, files)
    return files
  }
  const readAll = async (kind: keyof RollCallSources, columns: readonly string[], read: (row: Row) => void) => {
    for (const file of sources[kind]) {
      onProgress(`Reading ${file}`)
      const option = `--${kind.toLowerCase()}`
      for await (const row of readCsv(file, columns, { option })) read(row)
    }
  }
  const presidents = new Set<number>()
  await readAll('members', memberColumns, (row) => {
    const files = chamberOf(row)
    const number = row.integer('icpsr', positive)
    if (!files) presidents.add(number)
    else if (files.members.has(number)) throw row.fail('icpsr', `has ${number} a second time`)
    else files.members.set(number, toMember(row, number))
  })
  await readAll('rollCalls', rollCallColumns, (row) => {
    const files = chamberOf(row)
    const rollCall = toRollCall(row)
    if (files?.rollCalls.has(rollCall.number)) throw row.fail('rollnumber', `has ${rollCall.number} a second time`)
    const counted = { yeas: row.integer('yea_count', count), nays: row.integer('nay_count', count) }
    files?.rollCalls.set(rollCall.number, { ...rollCall, counted, positions: new Map() })
  })
  await readAll('votes', voteColumns, (row) => {
    const files = chamberOf(row)
    const member = row.integer('icpsr', positive)
    if (files && !presidents.has(member)) addPosition(row, files, member)
  })
  const chambersFound = [...found.values()]
  if (!chambersFound.some(({ rollCalls }) => rollCalls.size > 0)) throw new Error('The files have no roll call.')
  return chambersFound.filter(({ rollCalls }) => rollCalls.size > 0)
}

const memberColumns = ['congress', 'chamber', 'icpsr', 'state_abbrev', 'party_code', 'bioname', 'bioguide_id'] as const

function toMember(row: Row, number: number): Member {
  const { name, first, last } = formatName(readText(row, 'bioname', maxNameLength))
  if (name === '') throw row.fail('bioname', 'is empty')
  const state = row.text('state_abbrev')
  if (!stateCodes.includes(state)) throw row.fail('state_abbrev', `is "${state}", not a state`)
  const bioguide = row.text('bioguide_id')
  if (!/^([A-Z]\d{6})?$/.test(bioguide)) throw row.fail('bioguide_id', `is "${bioguide}", not a Bioguide id`)
  const code = row.integer('party_code', { min: 0, max: 99_999 })
  const party = partyCodes.get(code) ?? null
  return { number, bioguide, name, sortName: politicianSortName(last, first), party, state }
}

/** Independent, Independent Democrat and Independent Republican are independents. All other codes are parties of their own. */
const partyCodes = new Map<number, Party>([
  [100, 'D'],
  [200, 'R'],
  [328, 'I'],
  [329, 'I'],
  [331, 'I'],
])

const rollCallColumns = [
  'congress',
  'chamber',
  'rollnumber',
  'date',
  'session',
  'clerk_rollnumber',
  'yea_count',
  'nay_count',
  'bill_number',
  'vote_result',
  'vote_desc',
  'vote_question',
] as const
const count = { min: 0, max: 10_000 }
const maxTextLength = 20_000
const maxNameLength = 200

function toRollCall(row: Row) {
  // Rows of older Congresses have no question, result, session or number of the clerk, and describe the vote in `dtl_desc`.
  const question = readText(row, 'vote_question')
  const description = readText(row, 'vote_desc') || readText(row, 'dtl_desc')
  const ifKnown = (column: string, max: number) => (row.text(column) === '' ? 0 : row.integer(column, { min: 0, max }))
  const billNumber = readText(row, 'bill_number')
  const bill = formatBill(billNumber)
  return {
    number: row.integer('rollnumber', positive),
    officialNumber: ifKnown('clerk_rollnumber', maxInteger),
    session: ifKnown('session', 9),
    date: readDate(row),
    question: question || unknownQuestion,
    bill,
    description,
    category: categorize(question || description),
    result: readText(row, 'vote_result') || 'Not recorded',
    keywords: [billNumber, bill ?? '', bill?.replaceAll('.', '') ?? '', question].filter(Boolean).join(' '),
  }
}

function readText(row: Row, column: string, maxLength = maxTextLength): string {
  const text = row.text(column)
  if (text.length > maxLength) throw row.fail(column, `is longer than ${maxLength} characters`)
  return text
}

function readDate(row: Row): string {
  const date = row.text('date')
  const time = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(date) : Number.NaN
  // `Date.parse` turns February 30 into a day in March.
  if (Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date) {
    throw row.fail('date', `is "${date}", not a date such as 2025-01-31`)
  }
  return date
}

const voteColumns = ['congress', 'chamber', 'rollnumber', 'icpsr', 'cast_code'] as const

function addPosition(row: Row, files: ChamberFiles, member: number): void {
  const rollCall = files.rollCalls.get(row.integer('rollnumber', positive))
  if (!rollCall) throw row.fail('rollnumber', `is ${row.text('rollnumber')}, which is not among the roll calls`)
  if (!files.members.has(member)) throw row.fail('icpsr', `is ${member}, who is not among the members`)
  if (rollCall.positions.has(member)) throw row.fail('icpsr', `has ${member} a second time in this roll call`)
  const position = castCodes[row.integer('cast_code', { min: 0, max: 9 })]
  if (position) rollCall.positions.set(member, position)
}
