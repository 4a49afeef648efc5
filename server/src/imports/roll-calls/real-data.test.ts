import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import { connect } from '#db/client.ts'
import { seededRandom } from '#demo/random.ts'
import { importOfficials } from '#imports/officials.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { startTestDatabase, type TestDatabase } from '#testing/test-database.ts'
import { readCsv } from './csv.ts'
import { importRollCalls } from './import-roll-calls.ts'
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

const positionOf = (code: number) => (code <= 3 ? 'yea' : code <= 6 ? 'nay' : code <= 8 ? 'present' : 'not_voting')

test.skipIf(!present)(`the last names of all members are as they write them: ${title}`, async () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the file's shape
  const legislators = parseYaml(readFileSync(path.join(data, 'legislators-current.yaml'), 'utf8')) as {
    id: { bioguide: string }
    name: { last: string }
  }[]
  const official = new Map(legislators.map(({ id, name }) => [id.bioguide, name.last]))
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
    expect(outcomes).toMatchObject([
      { chamber: 'house', rollCalls: { added: 304 }, positions: { added: 131_577 }, notes: [] },
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
    const stored = await Promise.all(
      picked.map(async ([chamber, number, member]) => {
        const [row] =
          await rowsOf(`select position from roll_call_positions p join roll_calls r on r.id = p.roll_call_id
          join roll_call_members m on m.id = p.member_id
          where r.chamber = '${chamber}' and r.number = ${number} and m.number = ${member}`)
        return [chamber, number, member, row?.['position']]
      }),
    )
    expect(stored).toEqual(picked)
  })

  test('the totals of every roll call by party equal a recount of the files', async () => {
    const partyOf = new Map(
      both('members').flatMap((name) =>
        readFileSync(name, 'utf8')
          .trim()
          .split('\n')
          .slice(1)
          .map((line) => line.split(','))
          .map(
            ([, , icpsr, , , , code]) => [Number(icpsr), code === '100' ? 'D' : code === '200' ? 'R' : 'I'] as const,
          ),
      ),
    )
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
