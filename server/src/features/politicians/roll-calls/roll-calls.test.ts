import * as rollCallFiles from '@wtpu/contract/roll-call-files'
import * as rollCalls from '@wtpu/contract/roll-calls'
import { partyOrder } from '@wtpu/contract/roll-calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eq } from 'drizzle-orm'
import { pollOptions, pollTotals } from '#db/schema/polls.ts'
import {
  pollRollCalls,
  rollCallCorrections,
  rollCallMembers,
  rollCalls as rollCallsTable,
} from '#db/schema/roll-calls.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'

describe('a chamber of six', () => {
  let t: TestApp
  let ids: Record<'bill' | 'motion' | 'senate', number>
  let dana: number
  let rex: number
  let ira: number

  beforeAll(async () => {
    t = await startTestApp()
    const official = (name: string, party: 'D' | 'R' | 'I', state: string) =>
      t.make.politician({ name, party, state, office: 'Rep', source: 'congress' })
    const [d1, d2, r1, r2, i1] = await Promise.all([
      official('Dana Alder', 'D', 'NY'),
      official('Dov Birch', 'D', 'OH'),
      official('Rex Cedar', 'R', 'TX'),
      official('Rita Dogwood', 'R', 'TX'),
      official('Ira Elm', 'I', 'VT'),
    ])
    ;[dana, rex, ira] = [d1.id, r1.id, i1.id]
    const at = (...all: rollCalls.Position[]) =>
      [d1, d2, r1, r2, i1].map((politician, index) => ({ politician, position: all[index] ?? 'yea' }))
    const bill = await t.make.rollCall({
      number: 1,
      date: '2025-02-01',
      description: 'Clean rivers act',
      bill: 'H.R. 7',
      positions: at('yea', 'yea', 'nay', 'nay', 'present'),
    })
    const motion = await t.make.rollCall({
      number: 2,
      date: '2025-02-02',
      category: 'procedure',
      question: 'On Motion to Adjourn',
      bill: null,
      positions: at('nay', 'yea', 'yea', 'not_voting', 'yea'),
    })
    const third = await t.make.rollCall({
      number: 3,
      date: '2025-02-03',
      positions: at('nay', 'yea', 'nay', 'nay', 'yea'),
    })
    expect(third.title).toBe('H.R. 3')
    const senate = await t.make.rollCall({
      chamber: 'senate',
      number: 1,
      date: '2025-01-05',
      category: 'nomination',
      bill: null,
    })
    ids = { bill: bill.id, motion: motion.id, senate: senate.id }
  })
  afterAll(() => t[Symbol.asyncDispose]())

  test('lists roll calls newest first, by chamber, category and words, in pages', async () => {
    const numbers = async (querystring: object) => {
      const response = await t.call(rollCalls.listRollCalls, { querystring })
      const { results, next, count } = response.json<{
        results: rollCalls.ListedRollCall[]
        next: string
        count: number
      }>()
      return { found: results.map(({ chamber, number }) => `${chamber} ${number}`), next, count }
    }
    const first = await numbers({ limit: 2 })
    expect(first).toMatchObject({ found: ['house 3', 'house 2'], count: 4 })
    expect(await numbers({ limit: 2, cursor: first.next })).toEqual({
      found: ['house 1', 'senate 1'],
      next: null,
      count: 4,
    })
    expect((await numbers({ chamber: 'senate' })).found).toEqual(['senate 1'])
    expect((await numbers({ category: 'procedure' })).found).toEqual(['house 2'])
    expect((await numbers({ q: 'clean river' })).found).toEqual(['house 1'])
    expect((await numbers({ q: 'H.R. 7' })).found).toEqual(['house 1'])
    const bad = await Promise.all(
      [{ chamber: 'lords' }, { cursor: 'x' }, { category: 'x' }].map((querystring) =>
        t.call(rollCalls.listRollCalls, { querystring: querystring as object }),
      ),
    )
    expect(bad.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400])
  })

  test('shows the answer of the poll that asked first, and lists those that were asked', async () => {
    const [later, first] = await Promise.all(
      [5, 9].map((days) =>
        t.make.poll({ options: ['Yes', 'No'], published_at: new Date(Date.now() - days * 86_400_000) }),
      ),
    )
    const asked = await t.make.rollCall({ number: 9, date: '2024-01-01', poll: later })
    const { yea, nay } = { yea: first!.options[0]!.id, nay: first!.options[1]!.id }
    await t.db
      .insert(pollRollCalls)
      .values({ pollId: first!.id, rollCallId: asked.id, yeaOptionId: yea, nayOptionId: nay })
    await t.db.update(pollOptions).set({ voteCount: 3 }).where(eq(pollOptions.id, yea))
    await t.db.update(pollTotals).set({ totalVotes: 4 }).where(eq(pollTotals.pollId, first!.id))

    const list = async (querystring: object) =>
      (await t.call(rollCalls.listRollCalls, { querystring })).json<{ results: rollCalls.AnsweredRollCall[] }>().results
    const [found, ...others] = await list({ filter: 'asked' })
    expect(others).toEqual([])
    expect(found).toMatchObject({
      id: asked.id,
      poll: { id: first!.id, yes: 3, no: 0, total_votes: 4, closed_at: null },
    })
    expect((await list({})).map(({ poll }) => poll?.id)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      first!.id,
    ])
    await t.db.delete(pollRollCalls)
    await t.db.delete(rollCallsTable).where(eq(rollCallsTable.id, asked.id))
  })

  test('a roll call has totals by party, in an order that alternates, and by state, its source and corrections', async () => {
    const [member] = await t.db.select().from(rollCallMembers)
    await t.db.insert(rollCallCorrections).values([
      { rollCallId: ids.motion, field: 'result', before: 'Failed', after: 'Passed' },
      { rollCallId: ids.motion, field: 'position', memberId: member!.id, before: 'yea', after: 'nay' },
    ])
    const get = async (id: number) =>
      (await t.call(rollCalls.getRollCall, { params: { id } })).json<rollCalls.RollCall>()

    const bill = await get(ids.bill)
    expect(bill).toMatchObject({
      bill: 'H.R. 7',
      title: 'Clean rivers act',
      yeas: 2,
      nays: 2,
      present: 1,
      not_voting: 0,
      is_contested: true,
      is_sample: false,
      polls: [],
    })
    expect(bill.parties).toEqual([
      { party: 'R', yea: 0, nay: 2, present: 0, not_voting: 0 },
      { party: 'D', yea: 2, nay: 0, present: 0, not_voting: 0 },
      { party: 'I', yea: 0, nay: 0, present: 1, not_voting: 0 },
    ])
    expect(bill.states.map(({ state, yea, nay }) => [state, yea, nay])).toEqual([
      ['NY', 1, 0],
      ['OH', 1, 0],
      ['TX', 0, 2],
      ['VT', 0, 0],
    ])
    expect(bill.source).toMatchObject({
      name: 'Voteview',
      citation: expect.stringContaining('Lewis'),
      url: 'https://voteview.com/rollcall/RH1190001',
      official_url: 'https://clerk.house.gov/Votes/20252',
    })
    const motion = await get(ids.motion)
    expect(motion.parties.map(({ party }) => party)).toEqual(['D', 'R', 'I'])
    expect(motion.is_contested).toBe(false)
    expect(motion.corrections).toMatchObject([
      { field: 'position', name: 'Dana Alder', before: 'yea', after: 'nay' },
      { field: 'result', name: null, before: 'Failed', after: 'Passed' },
    ])
    expect((await get(ids.senate)).source.official_url).toBe(
      'https://www.senate.gov/legislative/LIS/roll_call_votes/vote1191/vote_119_1_00002.htm',
    )
    expect((await t.call(rollCalls.getRollCall, { params: { id: 999 } })).statusCode).toBe(404)
  })

  test('lists positions by last name, and finds them by name, party, state and position', async () => {
    const names = async (querystring: object, id = ids.bill) => {
      const response = await t.call(rollCalls.listPositions, { params: { id }, querystring })
      const page = response.json<{ results?: rollCalls.RecordedPosition[]; next: string; count: number }>()
      return {
        status: response.statusCode,
        found: page.results?.map(({ name }) => name.split(' ')[1]),
        next: page.next,
        count: page.count,
      }
    }
    const first = await names({ limit: 2 })
    expect(first).toMatchObject({ found: ['Alder', 'Birch'], count: 5 })
    expect((await names({ limit: 100, cursor: first.next })).found).toEqual(['Cedar', 'Dogwood', 'Elm'])
    expect((await names({ q: 'REX ced' })).found).toEqual(['Cedar'])
    expect((await names({ q: '%' })).count).toBe(5)
    expect((await names({ party: 'D' })).count).toBe(2)
    expect((await names({ state: 'texas', position: 'nay' })).count).toBe(2)
    expect((await names({ state: 'nowhere' })).count).toBe(0)
    expect((await names({ position: 'present' })).found).toEqual(['Elm'])
    expect((await names({}, 999)).status).toBe(404)
    expect((await names({ position: 'maybe' })).status).toBe(400)
  })

  test('JSON and CSV have all positions and the source', async () => {
    const params = { id: ids.bill }
    const json = (await t.call(rollCallFiles.getRollCallFile, { params })).json<rollCallFiles.RollCallFile>()
    expect(json.positions.map(({ position }) => position)).toEqual(['yea', 'yea', 'nay', 'nay', 'present'])
    expect(json.url).toMatch(/\/roll-calls\/\d+$/)
    const csv = await t.call(rollCallFiles.downloadRollCall, { params })
    expect(csv.headers['content-disposition']).toBe(`attachment; filename="wtpu-roll-call-${ids.bill}.csv"`)
    expect(csv.body.split('\r\n')).toEqual(
      expect.arrayContaining([
        'Bill,H.R. 7,,',
        'A yes decides,To pass H.R. 7,,',
        'Result,Passed,,',
        'Total,Republican,No,2',
        'Dana Alder,Democrat,NY,Yes',
        'Ira Elm,Independent,VT,Abstain (present)',
      ]),
    )
    expect(csv.body).toContain('Voteview: Congressional Roll-Call Votes Database')
    expect((await t.call(rollCallFiles.downloadRollCall, { params: { id: 999 } })).statusCode).toBe(404)
  })

  test("an official's votes come newest first with filters, and a summary in which contested votes count with the own party", async () => {
    const votes = async (querystring: object, id = dana) =>
      (await t.call(rollCalls.listPoliticianVotes, { params: { id }, querystring })).json()
    expect((await votes({})).results.map((vote: rollCalls.PoliticianVote) => [vote.number, vote.position])).toEqual([
      [3, 'nay'],
      [2, 'nay'],
      [1, 'yea'],
    ])
    expect(await votes({ category: 'procedure' })).toMatchObject({ count: 1, next: null })
    expect(await votes({ q: 'adjourn' })).toMatchObject({ count: 1 })
    const summary = async (id: number) => (await t.call(rollCalls.getVotingSummary, { params: { id } })).json()
    expect(await summary(dana)).toMatchObject({
      total: 3,
      took_part: 3,
      contested: 1,
      with_party: 1,
      party: 'D',
      from: '2025-02-01',
      to: '2025-02-03',
      is_sample: false,
    })
    expect(await summary(rex)).toMatchObject({ contested: 1, with_party: 1 })
    expect(await summary(ira)).toMatchObject({ total: 3, contested: null, with_party: null })
    const governor = await t.make.politician({ office: 'Gov' })
    expect(await summary(governor.id)).toMatchObject({ total: 0, took_part: 0, party: null, from: null, source: null })
    expect(await votes({}, governor.id)).toEqual({ results: [], next: null, count: 0 })
    expect(await votes({}, 999)).toMatchObject({ code: 'not_found' })
  })
})

test('roll calls of the demo are listed until real ones are imported', async () => {
  await using t = await startTestApp()
  const list = async () => {
    t.app.cache.invalidate('/')
    return (await t.call(rollCalls.listRollCalls, { querystring: {} }))
      .json()
      .results.map(({ is_sample }: rollCalls.ListedRollCall) => is_sample)
  }
  await t.make.rollCall({ source: 'sample' })
  expect(await list()).toEqual([true])
  await t.make.rollCall()
  expect(await list()).toEqual([false])
})

test('neither party is always first', () => {
  const first = Array.from({ length: 200 }, (_, number) => partyOrder(number)[0])
  expect(first.filter((party) => party === 'D')).toHaveLength(100)
})
