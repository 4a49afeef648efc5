import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { explainMajority } from '@wtpu/contract/on-demand/roll-call-results'
import type { VotingSummary } from '@wtpu/contract/roll-calls'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { connect } from '#db/client.ts'
import { seededRandom } from '#demo/random.ts'
import { politicians } from '#db/schema/politicians.ts'
import { rollCalls } from '#db/schema/roll-calls.ts'
import { findPositions } from '#features/politicians/roll-calls/list.ts'
import { findRollCall } from '#features/politicians/roll-calls/roll-call.ts'
import { detailColumns } from '#features/politicians/roll-calls/select.ts'
import { findVotingSummary } from '#features/politicians/roll-calls/summary.ts'
import { findVotes } from '#features/politicians/roll-calls/votes.ts'
import { importOfficials } from '#imports/officials.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { startTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { readCsv } from '#imports/csv.ts'
import { importRollCalls } from './import-roll-calls.ts'
import { linkMembers } from './link-members.ts'
import type { RollCallSources } from './voteview.ts'
import { formatName } from './wording.ts'

const data = path.resolve(import.meta.dirname, '../../../../../shared/data')
const present = existsSync(path.join(data, 'voteview'))
if (!present) console.log(`Skipping the tests on real roll calls: ${data}/voteview does not exist.`)
const title = present ? 'real roll calls' : 'real roll calls (skipped: ../shared/data/voteview is absent)'

const file = (name: string) => path.join(data, 'voteview', name)
const both = (kind: string) => [file(`H119_${kind}.csv`), file(`S119_${kind}.csv`)]
const sources: RollCallSources = { members: both('members'), rollCalls: both('rollcalls'), votes: both('votes') }
const now = new Date('2026-06-15T12:00:00Z')

/** A row of the votes as the file has it: chamber, roll call, member and position. */
type Vote = readonly [chamber: string, number: number, member: number, position: string]

/** Reads the files without the code under test. No row of the votes has a quoted cell. */
function readVotes(): Vote[] {
  return both('votes').flatMap((name) =>
    readFileSync(name, 'utf8')
      .trim()
      .split('\n')
      .slice(1)
      .map((line): Vote => {
        const [, chamber = '', number, member, code] = line.split(',')
        return [chamber.toLowerCase(), Number(number), Number(member), positionOf(Number(code))]
      }),
  )
}

/** The lines of a file without its header. */
const readLines = (name: string) => readFileSync(name, 'utf8').trim().split('\n').slice(1)

function readMembers() {
  return both('members')
    .flatMap(readLines)
    .map((line) => {
      const [, chamber = '', number, , , , code] = line.split(',')
      const bioguide = /,([A-Z]\d{6}),/.exec(line)?.[1]
      return {
        chamber: chamber.toLowerCase(),
        number: Number(number),
        party: code === '100' ? 'D' : code === '200' ? 'R' : code === '328' ? 'I' : null,
        bioguide,
      }
    })
}

/** The dates of all roll calls, in order. */
function readDates() {
  return both('rollcalls')
    .flatMap(readLines)
    .map((line) => {
      const [, chamber = '', number, date = ''] = line.split(',')
      return { chamber: chamber.toLowerCase(), number: Number(number), date }
    })
}

interface Legislator {
  id: { bioguide: string }
  name: { last: string }
  terms: { start: string }[]
}

const readLegislators = () =>
  parseYaml(readFileSync(path.join(data, 'legislators-current.yaml'), 'utf8')) as Legislator[]

/** The first days of the current terms of those in office, not before the Congress began. */
function readStarts() {
  return new Map(
    readLegislators().map(({ id, terms }) => {
      const start = terms.at(-1)!.start
      return [id.bioguide, start < '2025-01-03' ? '2025-01-03' : start]
    }),
  )
}

/** The delegates of American Samoa, the District of Columbia, Guam, the Northern Mariana Islands, Puerto Rico and the Virgin Islands. */
const delegates = ['R000600', 'N000147', 'M001219', 'K000404', 'H001103', 'P000610']

const positionOf = (code: number) => (code <= 3 ? 'yea' : code <= 6 ? 'nay' : code <= 8 ? 'present' : 'not_voting')

test.skipIf(!present)(`the last names of all members are as they write them: ${title}`, async () => {
  const official = new Map(readLegislators().map(({ id, name }) => [id.bioguide, name.last]))
  const members = (await Array.fromAsync(both('members'), (name) => Array.fromAsync(readCsv(name, [])))).flat()
  const known = members.filter((row) => official.has(row.text('bioguide_id')))
  expect(known.length).toBeGreaterThan(530)
  const different = known
    .map((row) => [formatName(row.text('bioname')).last, official.get(row.text('bioguide_id'))!] as const)
    // Voteview leaves out the second last name of some.
    .filter(([last, name]) => !name.includes(last))
  expect(different).toEqual([])
})

describe.skipIf(!present)(title, () => {
  let t: TestDatabase
  /** With time for large statements on a busy machine. */
  let patient: ReturnType<typeof connect>
  let outcomes: Awaited<ReturnType<typeof importRollCalls>>
  let votes: Vote[]

  beforeAll(async () => {
    t = await startTestDatabase()
    patient = connect(t.url, { max: 2, statement: 60_000 })
    await importOfficials(patient.db, { congress: path.join(data, 'legislators-current.yaml') }, { now })
    outcomes = await importRollCalls(patient.db, sources)
    votes = readVotes()
  }, 120_000)
  afterAll(async () => {
    await patient.close()
    await t[Symbol.asyncDispose]()
  })

  const rowsOf = async (query: string) =>
    (await patient.db.execute<Record<string, string | number>>(sql.raw(query))).rows

  test('has every roll call and position of the files, and knows most members', async () => {
    const election =
      'house 1 (Election of the Speaker) has the unknown result "Johnson (LA)", and is shown without yes and no'
    expect(outcomes).toMatchObject([
      { chamber: 'house', rollCalls: { added: 304 }, positions: { added: 131_577 }, notes: [election] },
      { chamber: 'senate', rollCalls: { added: 623 }, positions: { added: 62_291 }, notes: [] },
    ])
    const [counts] = await rowsOf(`select (select count(*) from roll_calls) as roll_calls,
      (select count(*) from roll_call_positions) as positions, (select count(*) from roll_call_corrections) as corrections,
      (select count(*) from roll_call_members where politician_id is not null) as known`)
    expect(counts).toEqual({ roll_calls: 927, positions: votes.length, corrections: 0, known: 531 })
    expect(outcomes.map(({ unknown }) => unknown.length)).toEqual([12, 3])
    expect(outcomes[1]?.unknown).toContain('Marco Rubio, FL (R000595)')
    expect(
      await rowsOf(`select category, count(*) from roll_calls where chamber = 'senate' group by 1 order by 1`),
    ).toEqual([
      { category: 'amendment', count: 84 },
      { category: 'nomination', count: 160 },
      { category: 'passage', count: 48 },
      { category: 'procedure', count: 331 },
    ])
    const [senator] =
      await rowsOf(`select r.title, r.bill, r.result, r.yeas, r.nays, r.date::text, district from roll_calls r, politicians
      where chamber = 'senate' and number = 99 and external_id = 'O000172'`)
    expect(senator).toEqual({
      title: 'Linda McMahon, of Connecticut, to be Secretary of Education',
      bill: null,
      result: 'Nomination Confirmed',
      yeas: 51,
      nays: 45,
      date: '2025-03-03',
      district: 14,
    })
  })

  test('200 positions picked at random equal those of the files', async () => {
    const picked = seededRandom(119).sample(votes, 200)
    const rows = await rowsOf(`
      select r.chamber, r.number, m.number as member, p.position from roll_call_positions p
      join roll_calls r on r.id = p.roll_call_id join roll_call_members m on m.id = p.member_id
      where (r.chamber, r.number, m.number) in (${picked.map(([chamber, number, member]) => `('${chamber}', ${number}, ${member})`).join()})`)
    const positions = new Map(
      rows.map((row) => [`${row['chamber']} ${row['number']} ${row['member']}`, row['position']]),
    )
    const stored = picked.map((vote) => [...vote.slice(0, 3), positions.get(vote.slice(0, 3).join(' '))])
    expect(stored).toEqual(picked)
  })

  test('the totals of every roll call by party equal a recount of the files', async () => {
    const partyOf = new Map(readMembers().map(({ number, party }) => [number, party]))
    const recounted = Object.groupBy(votes, ([chamber, number, member, position]) => {
      return `${chamber} ${number} ${partyOf.get(member)} ${position}`
    })
    const rows = await rowsOf(`select r.chamber, r.number, m.party, p.position, count(*) from roll_call_positions p
      join roll_calls r on r.id = p.roll_call_id join roll_call_members m on m.id = p.member_id group by 1, 2, 3, 4`)
    const stored = rows.map((row) => [
      `${row['chamber']} ${row['number']} ${row['party']} ${row['position']}`,
      row['count'],
    ])
    expect(Object.fromEntries(stored)).toEqual(
      Object.fromEntries(Object.entries(recounted).map(([key, counted]) => [key, counted?.length])),
    )
    const wrong = await rowsOf(`select r.id from roll_calls r join lateral (
      select count(*) filter (where position = 'yea') as yeas, count(*) filter (where position = 'nay') as nays,
        count(*) filter (where position = 'present') as present, count(*) filter (where position = 'not_voting') as not_voting
      from roll_call_positions where roll_call_id = r.id) c on true
      where (r.yeas, r.nays, r.present, r.not_voting) is distinct from (c.yeas, c.nays, c.present, c.not_voting)`)
    expect(wrong).toEqual([])
  })

  /** Officials who left during the Congress, whom a site may have from earlier imports. */
  const former = [
    ['G000590', 'Mark Green', 'Rep', 'TN'],
    ['S001207', 'Mikie Sherrill', 'Rep', 'NJ'],
    ['R000595', 'Marco Rubio', 'Sen', 'FL'],
  ] as const

  test('participation counts the roll calls of the chamber in the term: of every member, the Speaker and delegates too', async () => {
    await patient.db.insert(politicians).values(
      former.map(([externalId, name, office, state]) => ({
        source: 'congress' as const,
        party: 'R' as const,
        sortName: name,
        keywords: '',
        externalId,
        name,
        office,
        state,
        retiredAt: now,
      })),
    )
    await linkMembers(patient.db)
    const officials =
      await rowsOf(`select distinct p.id, p.external_id, m.chamber, m.number as member from politicians p
      join roll_call_members m on m.politician_id = p.id`)
    const found = new Map<string, VotingSummary>()
    const expected = new Map<string, unknown>()
    const dates = readDates()
    const starts = readStarts()
    const rowsBy = Map.groupBy(votes, ([chamber, , member]) => `${chamber} ${member}`)
    for (const { id, external_id: bioguide, chamber, member } of officials) {
      const own = rowsBy.get(`${chamber} ${member}`)!
      const first = Math.min(...own.map(([, number]) => number))
      const last = Math.max(...own.map(([, number]) => number))
      const start = starts.get(String(bioguide)) ?? '2025-01-03'
      // Votes earlier on the first day were held before the oath.
      const isOfTerm = ({ number, date }: { number: number; date: string }) =>
        (date > start || (date === start && (start === '2025-01-03' || number >= first))) &&
        (starts.has(String(bioguide)) || number <= last)
      const term = dates.filter((held) => held.chamber === chamber && isOfTerm(held))
      expected.set(String(bioguide), {
        total: term.length,
        recorded: own.length,
        took_part: own.filter(([, , , position]) => position !== 'not_voting').length,
        partial: bioguide === 'J000299' ? 'speaker' : delegates.includes(String(bioguide)) ? 'delegate' : null,
        from: term[0]!.date,
        to: term.at(-1)!.date,
      })
      const summary = await findVotingSummary(patient.db, Number(id))
      const { total, recorded, took_part, partial, from, to } = summary
      found.set(String(bioguide), { total, recorded, took_part, partial, from, to } as VotingSummary)
    }
    expect(found.size).toBe(534)
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected))
    const short = (bioguide: string) => {
      const { took_part: tookPart, recorded, total } = found.get(bioguide)!
      return [tookPart, recorded, total]
    }
    expect(short('J000299')).toEqual([213, 213, 304])
    expect(delegates.map(short)).toEqual([12, 34, 33, 31, 40, 34].map((tookPart) => [tookPart, 41, 304]))
    // Came for a seat that was vacant, in the middle of a day, and in November.
    expect(['P000622', 'W000831', 'G000606', 'J000312'].map(short)).toEqual([
      [216, 217, 217],
      [61, 61, 61],
      [23, 23, 23],
      [599, 621, 621],
    ])
    // Left.
    expect(former.map(([bioguide]) => short(bioguide))).toEqual([
      [172, 211, 211],
      [132, 303, 303],
      [8, 8, 8],
    ])
  })

  test('the election of the Speaker has no yes and no, and is no contested vote', async () => {
    const [row] = await rowsOf(`select id from roll_calls where chamber = 'house' and number = 1`)
    const election = (await findRollCall(patient.db, Number(row!['id'])))!
    expect(election).toMatchObject({
      yeas: null,
      nays: null,
      for_winner: 218,
      for_other: 216,
      present: 0,
      majority: null,
    })
    expect([election.parties, election.states, election.is_contested]).toEqual([[], [], false])
    const all = await findPositions(patient.db, election.id, { limit: 500 })
    expect(Object.groupBy(all.results, ({ position }) => position)).toMatchObject({
      for_winner: { length: 218 },
      for_other: { length: 216 },
    })
    const [jeffries] = (await findPositions(patient.db, election.id, { q: 'Jeffries' })).results
    expect(jeffries).toMatchObject({ name: 'Hakeem S. Jeffries', position: 'for_other' })
    expect((await findPositions(patient.db, election.id, { position: 'nay' })).count).toBe(0)
    expect((await findVotes(patient.db, jeffries!.politician!, { q: 'speaker' })).results).toMatchObject([
      { position: 'for_other', yeas: null },
    ])
  })

  test('contested votes of a member equal a recount that leaves the election of the Speaker out', async () => {
    for (const [chamber, bioguide, party] of [
      ['house', 'J000294', 'D'],
      ['house', 'J000299', 'R'],
      ['senate', 'M001153', 'R'],
    ] as const) {
      const members = readMembers().filter((member) => member.chamber === chamber)
      const partyOf = new Map(members.map((member) => [member.number, member.party]))
      const own = members.find((member) => member.bioguide === bioguide)!.number
      let [contested, withParty] = [0, 0]
      const ofChamber = votes.filter(([of]) => of === chamber)
      for (const [number, rows] of Map.groupBy(ofChamber, ([, of]) => of)) {
        if (chamber === 'house' && number === 1) continue
        const lead = (of: string) =>
          Math.sign(
            rows.reduce((sum, [, , member, position]) => {
              if (partyOf.get(member) !== of) return sum
              return sum + (position === 'yea' ? 1 : position === 'nay' ? -1 : 0)
            }, 0),
          )
        const position = rows.find(([, , member]) => member === own)?.[3]
        if (lead('D') * lead('R') !== -1 || (position !== 'yea' && position !== 'nay')) continue
        contested++
        if ((position === 'yea') === (lead(party) === 1)) withParty++
      }
      const [row] = await rowsOf(`select id from politicians where external_id = '${bioguide}'`)
      expect(await findVotingSummary(patient.db, Number(row!['id']))).toMatchObject({
        contested,
        with_party: withParty,
        party,
      })
      expect(contested).toBeGreaterThan(100)
    }
  })

  test('explains ties, and the 27 votes of the Senate that were lost with more yes than no, and nothing else', async () => {
    const explained = new Map<string, string>()
    for (const rollCall of await patient.db.select(detailColumns).from(rollCalls)) {
      const majority = explainMajority(rollCall)
      if (majority) explained.set(`${rollCall.chamber} ${rollCall.number}`, majority.text)
    }
    const lines = readFileSync(file('S119_rollcalls.csv'), 'utf8').trim().split('\n').slice(1)
    // No cell before the counts is quoted, and each result is a cell of its own.
    const counted = lines.map((line) => {
      const [, , number, , , , yeas, nays] = line.split(',')
      const isLost = /,([A-Z][A-Za-z ]*(Rejected|Defeated|Failed)|Decision of Chair Not Sustained),/.test(line)
      return { number: Number(number), yeas: Number(yeas), nays: Number(nays), isLost }
    })
    const ties = counted.filter(({ yeas, nays, isLost }) => !isLost && yeas <= nays)
    const lost = counted.filter(({ yeas, nays, isLost }) => isLost && yeas > nays)
    const lostTies = counted.filter(({ yeas, nays, isLost }) => isLost && yeas === nays)
    expect([ties.length, lost.length, lostTies.length]).toEqual([7, 27, 4])
    expect(Object.fromEntries(explained)).toEqual(
      Object.fromEntries([
        ...ties.map(({ number }) => [`senate ${number}`, 'The Vice President broke the tie.']),
        ...lostTies.map(({ number }) => [`senate ${number}`, 'A tied vote loses.']),
        // 213 to 213 on an amendment.
        ['house 149', 'A tied vote loses.'],
        ...lost.map(({ number }) => [`senate ${number}`, 'It needed more than a simple majority: 60 votes.']),
      ]),
    )
  })

  /** Everything that an import writes. */
  const fingerprint = async () =>
    rowsOf(`select (select md5(string_agg(r::text, ',' order by id)) from roll_calls r) as roll_calls,
      (select md5(string_agg(m::text, ',' order by id)) from roll_call_members m) as members,
      (select md5(string_agg(p::text, ',' order by roll_call_id, member_id)) from roll_call_positions p) as positions,
      (select count(*) from roll_call_corrections) as corrections`)

  test('a second run changes nothing', async () => {
    const before = await fingerprint()
    const again = await importRollCalls(patient.db, sources)
    expect(again).toMatchObject([
      {
        rollCalls: { added: 0, updated: 0, unchanged: 304 },
        positions: { added: 0, updated: 0, removed: 0, unchanged: 131_577 },
      },
      {
        rollCalls: { added: 0, updated: 0, unchanged: 623 },
        positions: { added: 0, updated: 0, removed: 0, unchanged: 62_291 },
      },
    ])
    expect(await fingerprint()).toEqual(before)
  })

  test('a corrected file changes exactly its rows, and they are corrections with a date', async () => {
    const [ofSenate, calls] = ['votes', 'rollcalls'].map((kind) => readFileSync(file(`S119_${kind}.csv`), 'utf8'))
    const folder = temporaryFolder({
      // The first row changes from yea to nay, and the second is withdrawn.
      'votes.csv': ofSenate!
        .replace('119,Senate,1,14226,1,100.0', '119,Senate,1,14226,6,100.0')
        .replace(/119,Senate,1,14435,6,.*\n/, ''),
      'calls.csv': calls!.replace('PN1110,Nomination Confirmed', 'PN1110,Nomination Rejected'),
    })
    const unchanged = `select md5(string_agg(p::text, ',' order by roll_call_id, member_id)) from roll_call_positions p
      where (roll_call_id, member_id) not in (select r.id, m.id from roll_calls r, roll_call_members m
        where r.chamber = 'senate' and r.number = 1 and m.number in (14226, 14435))`
    const before = await rowsOf(unchanged)

    const [outcome] = await importRollCalls(patient.db, {
      members: [file('S119_members.csv')],
      rollCalls: [folder.at('calls.csv')],
      votes: [folder.at('votes.csv')],
    })

    expect(outcome).toMatchObject({
      rollCalls: { added: 0, updated: 1, unchanged: 622 },
      positions: { added: 0, updated: 1, removed: 1, unchanged: 62_289 },
      notes: ['senate 1: the source counts 84 to 9, and its positions are 83 to 9'],
    })
    expect(await rowsOf(unchanged)).toEqual(before)
    expect(
      await rowsOf(`select r.number, c.field, m.number as member, c.before, c.after, c.changed_at > now() - interval '1 minute' as fresh
        from roll_call_corrections c join roll_calls r on r.id = c.roll_call_id left join roll_call_members m on m.id = c.member_id
        order by r.number, c.before`),
    ).toEqual([
      { number: 1, field: 'position', member: 14435, before: 'nay', after: null, fresh: true },
      { number: 1, field: 'position', member: 14226, before: 'yea', after: 'nay', fresh: true },
      {
        number: 99,
        field: 'result',
        member: null,
        before: 'Nomination Confirmed',
        after: 'Nomination Rejected',
        fresh: true,
      },
    ])
    expect(await rowsOf("select yeas, nays from roll_calls where number = 1 and chamber = 'senate'")).toEqual([
      { yeas: 83, nays: 9 },
    ])
  })
})
