import { downloadRollCall, getRollCallFile, type RollCallFile } from '@wtpu/contract/roll-call-files'
import * as rollCalls from '@wtpu/contract/roll-calls'
import { expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/test-app.ts'

type Recorded = { id: number; name: string; party: 'D' | 'R' | 'I'; state: string }

const summaryOf = async (t: TestApp, id: number) => {
  t.app.cache.invalidate('/')
  return (await t.call(rollCalls.getVotingSummary, { params: { id } })).json<rollCalls.VotingSummary>()
}

/** Holds 40 votes of the House, numbered from 1. `positions` says who is recorded. */
async function holdVotes(
  t: TestApp,
  positions: (number: number) => (readonly [Recorded, rollCalls.Position] | undefined)[],
) {
  for (let number = 1; number <= 40; number++) {
    const recorded = positions(number).flatMap((found) => (found ? [{ politician: found[0], position: found[1] }] : []))
    const date = new Date(Date.UTC(2025, 0, number)).toISOString().slice(0, 10)
    await t.make.rollCall({ number, date, positions: recorded })
  }
}

test('a member of two numbers has one term, and voted with the party of the last number', async () => {
  await using t = await startTestApp()
  const official = await t.make.politician({ name: 'Kim Kite', office: 'Rep', party: 'R', state: 'OH' })
  const [d1, r1] = [
    await t.make.politician({ office: 'Rep', party: 'D' }),
    await t.make.politician({ office: 'Rep', party: 'R' }),
  ]
  await holdVotes(t, (number) => [
    [{ ...official, party: number <= 15 ? 'D' : 'R' }, number % 4 === 0 ? 'not_voting' : 'yea'],
    [d1, 'nay'],
    [r1, 'nay'],
    [{ ...d1, id: r1.id }, 'yea'],
  ])

  expect(await summaryOf(t, official.id)).toMatchObject({
    total: 40,
    recorded: 40,
    took_part: 30,
    partial: null,
    party: 'R',
    from: '2025-01-01',
    to: '2025-02-09',
  })
})

test('who is recorded in fewer than 95 % has both numbers and the reason, if it is known', async () => {
  await using t = await startTestApp()
  const official = (name: string, state: string) =>
    t.make.politician({ name, office: 'Rep', state, source: 'congress' })
  const [speaker, namesake, delegate, rare, full] = [
    await official('Ann Alder', 'LA'),
    await official('Bob Alder', 'TX'),
    await official('Del Birch', 'GU'),
    await official('Ray Cedar', 'OH'),
    await official('Fay Dogwood', 'OH'),
  ]
  await holdVotes(t, (number) => [
    // Recorded in the first 20 votes, and never after.
    number <= 20 && number % 2 === 1 ? [speaker, 'yea'] : undefined,
    number % 2 === 0 ? [namesake, 'yea'] : undefined,
    number >= 10 && number <= 19 ? [delegate, number === 10 ? 'not_voting' : 'nay'] : undefined,
    number >= 11 && number !== 12 && number !== 20 ? [rare, 'yea'] : undefined,
    // 39 of 40 are more than 95 %.
    number === 20 ? undefined : [full, 'yea'],
  ])
  const election = { number: 41, date: '2025-01-01', question: 'Election of the Speaker' }
  await t.make.rollCall({ ...election, result: 'Alder (LA)', positions: [] })

  expect(await summaryOf(t, speaker.id)).toMatchObject({ total: 41, recorded: 10, took_part: 10, partial: 'speaker' })
  expect(await summaryOf(t, namesake.id)).toMatchObject({ total: 39, recorded: 20, partial: 'unknown' })
  expect(await summaryOf(t, delegate.id)).toMatchObject({ total: 41, recorded: 10, took_part: 9, partial: 'delegate' })
  expect(await summaryOf(t, rare.id)).toMatchObject({ total: 30, recorded: 28, took_part: 28, partial: 'unknown' })
  expect(await summaryOf(t, full.id)).toMatchObject({ total: 40, recorded: 39, took_part: 39, partial: null })
})

test.each([
  ['the name of the winner', 'Election of the Speaker', 'Alder', { yea: 'for_winner', nay: 'for_other' }, [2, 1]],
  ['no winner', 'Election of the Speaker', 'No Speaker elected', { yea: 'voted', nay: 'voted' }, [null, null]],
  ['an unknown result', 'On Passage', 'Held out of order', { yea: 'voted', nay: 'voted' }, [null, null]],
])('a vote with %s has no yes and no anywhere', async (_what, question, result, shown, [winner, other]) => {
  await using t = await startTestApp()
  const member = (name: string, party: 'D' | 'R') => t.make.politician({ name, office: 'Rep', party, state: 'OH' })
  const [dana, rex, rita] = [await member('Dana A', 'D'), await member('Rex B', 'R'), await member('Rita C', 'R')]
  const { id } = await t.make.rollCall({
    question,
    result,
    positions: [
      { politician: dana, position: 'nay' },
      { politician: rex, position: 'yea' },
      { politician: rita, position: 'yea' },
    ],
  })

  const params = { id }
  const page = (await t.call(rollCalls.getRollCall, { params })).json<rollCalls.RollCall>()
  expect(page).toMatchObject({
    yeas: null,
    nays: null,
    for_winner: winner,
    for_other: other,
    present: 0,
    not_voting: 0,
    is_contested: false,
    parties: [],
    states: [],
    majority: null,
  })
  const [listed] = (await t.call(rollCalls.listRollCalls, { querystring: {} })).json().results
  expect([listed.yeas, listed.nays]).toEqual([null, null])
  const positions = (await t.call(rollCalls.listPositions, { params, querystring: {} })).json()
  expect(positions.results.map((row: rollCalls.RecordedPosition) => row.position)).toEqual([
    shown.nay,
    shown.yea,
    shown.yea,
  ])
  const found = await t.call(rollCalls.listPositions, { params, querystring: { position: 'nay' } })
  expect(found.json()).toMatchObject({ count: 0 })
  const votes = await t.call(rollCalls.listPoliticianVotes, { params: { id: dana.id }, querystring: {} })
  expect(votes.json()).toMatchObject({ results: [{ position: shown.nay, yeas: null }] })
  expect(await summaryOf(t, dana.id)).toMatchObject({ total: 1, took_part: 1, contested: 0, with_party: 0 })
  const file = (await t.call(getRollCallFile, { params })).json<RollCallFile>()
  expect([file.yeas, file.parties, file.positions[0]?.position]).toEqual([null, [], shown.nay])
  const csv = (await t.call(downloadRollCall, { params })).body
  expect(csv).toContain(`Dana A,Democrat,OH,${rollCalls.positionNames[shown.nay as rollCalls.ShownPosition]}`)
  expect(csv).not.toMatch(/,(Yes|No)[,\r]/)
  const head = (await t.app.inject(`/roll-calls/${id}`)).body
  expect(head).not.toMatch(/\d to \d/)
})
