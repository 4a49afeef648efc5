import { nameOfTotals } from '@wtpu/contract/roll-calls'
import { asc } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rollCallMembers, rollCallPositions, rollCalls } from '#db/schema/roll-calls.ts'
import { temporaryFolder } from '#testing/temporary-folder.ts'
import { startTestDatabase } from '#testing/test-database.ts'
import { findRollCall } from '#features/politicians/roll-calls/roll-call.ts'
import { importRollCalls } from './import-roll-calls.ts'
import { currentSources } from './voteview.ts'
import { categorize, formatBill, formatName } from './wording.ts'

const members = `congress,chamber,icpsr,state_abbrev,party_code,bioname,bioguide_id
119,House,1,OH,100,"ASHGROVE, Ada",A000001
119,House,2,OH,200,"McBIRCH, Ben, Jr.",B000002
119,House,3,VT,328,"CLEARBROOK, Cleo",
119,President,99,USA,200,"PRESIDENT, A",
`
const calls = `congress,chamber,rollnumber,date,session,clerk_rollnumber,yea_count,nay_count,bill_number,vote_result,vote_desc,vote_question
119,House,1,2025-01-03,1,2,1,1,HR1,Passed,"A bill, with ""quotes""",On Passage
119,House,2,2025-01-04,1,3,1,0,,Agreed to,,On Motion to Adjourn
`
const votes = `congress,chamber,rollnumber,icpsr,cast_code,prob
119,House,1,1,2,99.0
119,House,1,2,5,99.0
119,House,1,3,8,99.0
119,House,2,1,0,99.0
119,House,2,2,9,99.0
119,House,2,3,3,99.0
119,House,2,99,1,99.0
`
const texts = { 'members.csv': members, 'calls.csv': calls, 'votes.csv': votes }

function makeSources(changed: Partial<typeof texts> = {}) {
  const { at } = temporaryFolder({ ...texts, ...changed })
  return { members: [at('members.csv')], rollCalls: [at('calls.csv')], votes: [at('votes.csv')] }
}

test('stores positions by cast code, leaves out who was no member, and names members it does not know', async () => {
  await using t = await startTestDatabase()
  const sources = makeSources()
  const ada = await t.make.politician({ name: 'Ada Ashgrove', source: 'congress', external_id: 'A000001' })

  const outcomes = await importRollCalls(t.db, sources)

  expect(outcomes).toEqual([
    {
      congress: 119,
      chamber: 'house',
      members: { added: 3, updated: 0, unchanged: 0 },
      rollCalls: { added: 2, updated: 0, unchanged: 0 },
      positions: { added: 5, updated: 0, removed: 0, unchanged: 0 },
      unknown: ['Cleo Clearbrook, VT', 'Ben McBirch Jr., OH (B000002)'],
      notes: [],
    },
  ])
  const stored = await t.db
    .select()
    .from(rollCallPositions)
    .orderBy(asc(rollCallPositions.rollCallId), asc(rollCallPositions.memberId))
  expect(stored.map(({ position }) => position)).toEqual(['yea', 'nay', 'present', 'not_voting', 'yea'])
  expect(await t.db.select().from(rollCalls).orderBy(asc(rollCalls.number))).toMatchObject([
    {
      title: 'A bill, with "quotes"',
      bill: 'H.R. 1',
      category: 'passage',
      democrats: 'yea',
      republicans: 'nay',
      present: 1,
    },
    {
      title: 'On Motion to Adjourn',
      bill: null,
      category: 'procedure',
      democrats: null,
      republicans: null,
      notVoting: 1,
    },
  ])
  const known = await t.db
    .select({ politician: rollCallMembers.politicianId })
    .from(rollCallMembers)
    .orderBy(asc(rollCallMembers.number))
  expect(known).toEqual([{ politician: ada.id }, { politician: null }, { politician: null }])
})

test.each<[string, Partial<typeof texts>, RegExp]>([
  [
    'an unknown cast code',
    { 'votes.csv': votes.replace('1,2,5', '1,2,10') },
    /votes\.csv, line 3, column 5 \(cast_code\) is "10", not a whole number from 0 to 9\.$/,
  ],
  [
    'a vote of an unknown member',
    { 'votes.csv': votes.replace('2,3,3', '2,7,3') },
    /votes\.csv, line 7, column 4 \(icpsr\) is 7, who is not among the members\.$/,
  ],
  [
    'a vote in an unknown roll call',
    { 'votes.csv': votes.replace('House,2,3', 'House,4,3') },
    /votes\.csv, line 7, column 3 \(rollnumber\) is 4, which/,
  ],
  [
    'a second position',
    { 'votes.csv': votes.replace('House,1,3', 'House,1,2') },
    /votes\.csv, line 4, column 4 \(icpsr\) has 2 a second time/,
  ],
  [
    'a date that does not exist',
    { 'calls.csv': calls.replace('2025-01-04', '2025-02-30') },
    /calls\.csv, line 3, column 4 \(date\) is "2025-02-30"/,
  ],
  [
    'a state that does not exist',
    { 'members.csv': members.replace('VT', 'ZZ') },
    /members\.csv, line 4, column 4 \(state_abbrev\) is "ZZ"/,
  ],
  [
    'a missing column',
    { 'votes.csv': votes.replace('cast_code', 'code') },
    /votes\.csv, line 1 has no column cast_code\.$/,
  ],
  [
    'a row that is too short',
    { 'votes.csv': votes.replace('1,2,5,99.0', '1,2,5') },
    /votes\.csv, line 3 is not valid CSV: it has 5 values, but the first line 6\.$/,
  ],
  [
    'an open quote',
    { 'calls.csv': calls.replace('quotes"""', 'quotes') },
    /calls\.csv, line 2, column .* is not valid CSV: a quote is never closed\.$/,
  ],
  [
    'a wrong value after blank lines',
    { 'votes.csv': `\n\n${votes.replace('1,2,5', '1,2,10')}` },
    /votes\.csv, line 5, column 5 \(cast_code\)/,
  ],
  ['a web page', { 'calls.csv': '<!doctype html><p>Not found' }, /calls\.csv is a web page \(HTML\), not CSV/],
])('rejects %s with its place, and changes nothing', async (_name, changed, message) => {
  await using t = await startTestDatabase()
  const sources = makeSources(changed)

  await expect(importRollCalls(t.db, sources)).rejects.toThrow(message)

  expect(await t.db.select().from(rollCallMembers)).toEqual([])
  expect(await t.db.select().from(rollCalls)).toEqual([])
})

test('a corrected party is a correction of every roll call of the member, and dates of the source follow changes', async () => {
  await using t = await startTestDatabase()
  const sources = makeSources()
  await importRollCalls(t.db, sources)
  await t.db.update(rollCalls).set({ importedAt: new Date('2026-01-01T12:00:00Z') })
  const corrected = makeSources({
    'members.csv': members.replace('OH,200', 'OH,328'),
    // They swap their votes, so that the counts stay.
    'votes.csv': votes.replace('House,1,1,2,', 'House,1,1,5,').replace('House,1,2,5,', 'House,1,2,2,'),
  })

  const [outcome] = await importRollCalls(t.db, corrected)

  expect(outcome).toMatchObject({ members: { added: 0, updated: 1, unchanged: 2 }, positions: { updated: 2 } })
  const [first, second] = await t.db.select().from(rollCalls).orderBy(asc(rollCalls.number))
  expect(first!.importedAt.getFullYear()).toBeGreaterThan(2025)
  const ofParty = { field: 'party', name: 'Ben McBirch Jr.', before: 'R', after: 'I' }
  const found = await Promise.all([first, second].map((rollCall) => findRollCall(t.db, rollCall!.id)))
  expect(found.map((rollCall) => rollCall!.corrections.map(({ field }) => field).toSorted())).toEqual([
    ['party', 'position', 'position'],
    ['party'],
  ])
  expect(found[1]!.corrections).toMatchObject([ofParty])
})

test.each([
  [328, 'I', 'Independent'],
  [329, 'I', 'Independent'],
  [331, 'I', 'Independent'],
  [370, null, 'Other parties'],
])('the party code %i of the source is %s', async (code, party, name) => {
  await using t = await startTestDatabase()
  const sources = makeSources({ 'members.csv': members.replace('VT,328', `VT,${code}`) })
  await importRollCalls(t.db, sources)
  const stored = await t.db
    .select({ party: rollCallMembers.party })
    .from(rollCallMembers)
    .orderBy(asc(rollCallMembers.number))
  expect(stored.map((member) => member.party)).toEqual(['D', 'R', party])
  const [first] = await t.db.select().from(rollCalls).orderBy(asc(rollCalls.number))
  const { parties } = (await findRollCall(t.db, first!.id))!
  expect(parties.map(({ party: shown }) => nameOfTotals(shown))).toEqual(['Republican', 'Democrat', name])

  await importRollCalls(t.db, makeSources())
  const again = (await findRollCall(t.db, first!.id))!
  expect(again.corrections).toMatchObject(party === 'I' ? [] : [{ field: 'party', before: null, after: 'I' }])
})

test('reports results that it does not know', async () => {
  await using t = await startTestDatabase()
  const sources = makeSources({ 'calls.csv': calls.replace(',Agreed to,', ',Held out of order,') })

  const [outcome] = await importRollCalls(t.db, sources)

  expect(outcome!.notes).toEqual([
    'house 2 (On Motion to Adjourn) has the unknown result "Held out of order", and is shown without yes and no',
  ])
})

test('rejects votes that seem to be cut off, and keeps those that were imported before', async () => {
  await using t = await startTestDatabase()
  const names = Array.from({ length: 20 }, (_, index) => index + 10)
  const many = {
    'members.csv': members + names.map((number) => `119,House,${number},OH,100,"MEMBER, A",\n`).join(''),
    'votes.csv': votes + names.map((number) => `119,House,1,${number},1,99.0\n`).join(''),
  }
  const sources = makeSources(many)
  await importRollCalls(t.db, sources)
  const cut = makeSources({ ...many, 'votes.csv': votes })

  await expect(importRollCalls(t.db, cut)).rejects.toThrow(
    'The votes of house 1 are not complete: the files have 3 positions, and 23 were imported before.',
  )

  expect(await t.db.$count(rollCallPositions)).toBe(25)
})

test('reads the current Congress by default, which begins on January 3 of odd years', () => {
  const [house] = currentSources(new Date('2026-11-24T12:00:00Z')).votes
  expect(house).toBe('https://voteview.com/static/data/out/votes/H119_votes.csv')
  expect(currentSources(new Date('2027-01-02T12:00:00Z')).members[1]).toMatch(/members\/S119_members\.csv$/)
  expect(currentSources(new Date('2027-01-03T12:00:00Z')).rollCalls[1]).toMatch(/rollcalls\/S120_rollcalls\.csv$/)
})

test('writes bills as people know them, and sorts questions into four kinds', () => {
  expect(['HR4058', 'SJRES76', 'HCONRES58', 'PN1110', ''].map(formatBill)).toEqual([
    'H.R. 4058',
    'S.J.Res. 76',
    'H.Con.Res. 58',
    null,
    null,
  ])
  const questions = {
    passage: [
      'On Passage',
      'On Passage of the Bill',
      'On Motion to Suspend the Rules and Pass, as Amended',
      'On Agreeing to the Resolution',
      'On the Joint Resolution',
      'On Motion to Concur in the Senate Amendment',
    ],
    nomination: ['On the Nomination'],
    amendment: ['On the Amendment', 'On Agreeing to the Amendment'],
    procedure: [
      'On the Cloture Motion',
      'On Motion to Recommit',
      'Election of the Speaker',
      'On the Motion to Proceed',
      'On Consideration of the Resolution',
    ],
  }
  for (const [category, all] of Object.entries(questions))
    expect(all.map(categorize), category).toEqual(all.map(() => category))
})

test.each([
  ['ROGERS, Mike Dennis', 'Mike Dennis Rogers'],
  ['BEGICH, Nicholas J., III', 'Nicholas J. Begich III'],
  ["O'HARA-LÓPEZ, Ann".normalize('NFD'), "Ann O'Hara-López"],
  // Its small letters say where the capitals are.
  ['LaMALFA, Doug', 'Doug LaMalfa'],
  ['DelBENE, Suzan K.', 'Suzan K. DelBene'],
  ['DesJARLAIS, Scott', 'Scott DesJarlais'],
  ['DeLAURO, Rosa L.', 'Rosa L. DeLauro'],
  ['DeGETTE, Diana', 'Diana DeGette'],
  ['LaHOOD, Darin', 'Darin LaHood'],
  ['de la CRUZ, Monica', 'Monica de la Cruz'],
  ['VanderSLOOT, Ann', 'Ann VanderSloot'],
  ['de la GARZA, Eligio, II', 'Eligio de la Garza II'],
  ['van HOLLEN, Christopher', 'Christopher van Hollen'],
  ['McCLAIN DELANEY, April', 'April McClain Delaney'],
  // Nothing but capitals.
  ['MCCLAIN DELANEY, April', 'April McClain Delaney'],
  ['CHERFILUS-MCCORMICK, Sheila', 'Sheila Cherfilus-McCormick'],
  ['CHAVEZ-DEREMER, Lori', 'Lori Chavez-DeRemer'],
  ['DESAULNIER, Mark', 'Mark DeSaulnier'],
  ['MACARTHUR, Tom', 'Tom MacArthur'],
  ['MACE, Nancy', 'Nancy Mace'],
  ['LANGWORTHY, Nick', 'Nick Langworthy'],
  ['DELANEY, John', 'John Delaney'],
  ["D'ESPOSITO, Anthony", "Anthony D'Esposito"],
  ['O’ROURKE, Beto', 'Beto O’Rourke'],
  ['DEL TORO, Ana', 'Ana Del Toro'],
  ['ST. GERMAIN, Fernand', 'Fernand St. Germain'],
  ['MCMORRIS RODGERS, Cathy', 'Cathy McMorris Rodgers'],
  ['VAN DREW, Jefferson', 'Jefferson Van Drew'],
])('writes the member %s as %s', (source, name) => {
  expect(formatName(source).name).toBe(name)
})

test('accepts older roll calls, without a question, a session or a number of the clerk', async () => {
  await using t = await startTestDatabase()
  const old = `congress,chamber,rollnumber,date,session,clerk_rollnumber,yea_count,nay_count,bill_number,vote_result,vote_desc,vote_question,dtl_desc
1,House,1,1789-05-16,,,1,1,,,,,"TO PASS H.R. 2, THE TARIFF."
1,House,2,1789-05-17,,,1,0,,,,,
`
  const sources = makeSources({
    'members.csv': members.replaceAll('119,House', '1,House').replace('McBIRCH, Ben, Jr.', 'de la GARZA, Eligio, II'),
    'calls.csv': old,
    'votes.csv': votes.replaceAll('119,House', '1,House'),
  })

  const [outcome] = await importRollCalls(t.db, sources)
  const [again] = await importRollCalls(t.db, sources)

  expect([outcome!.rollCalls.added, again!.rollCalls.unchanged]).toEqual([2, 2])
  const stored = await t.db.select({ id: rollCalls.id }).from(rollCalls).orderBy(asc(rollCalls.number))
  const unknown = {
    result: 'Not recorded',
    session: null,
    official_number: null,
    question: 'Question not recorded',
    bill: null,
  }
  const found = await Promise.all(stored.map(async ({ id }) => findRollCall(t.db, id)))
  expect(found).toMatchObject([
    { ...unknown, title: 'TO PASS H.R. 2, THE TARIFF.', category: 'passage', source: { official_url: null } },
    { ...unknown, title: 'Question not recorded', category: 'procedure', source: { official_url: null } },
  ])
})

test('says which option takes a file where there is no network', async () => {
  await using t = await startTestDatabase()
  const sources = { members: ['http://127.0.0.1:1/members.csv'], rollCalls: [], votes: [] }

  await expect(importRollCalls(t.db, sources)).rejects.toThrow(/cannot be read: .* pass --members FILE\.$/)
})
