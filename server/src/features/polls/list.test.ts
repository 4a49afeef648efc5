import { oldCountsSeconds } from '@wtpu/contract/live'
import * as contract from '@wtpu/contract/polls/polls'
import type { Poll } from '@wtpu/contract/polls/polls'
import { sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { categories } from '#db/schema/polls.ts'
import { counted } from '#testing/ago.ts'
import { startTestApp } from '#testing/test-app.ts'

type TestApp = Awaited<ReturnType<typeof startTestApp>>

const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
const questions = async (t: TestApp, querystring = {}) =>
  (await t.call(contract.listPolls, { querystring })).json<Poll[]>().map((poll) => poll.question)

/** Reads all pages of two polls each. */
async function pages(t: TestApp, querystring = {}): Promise<string[]> {
  const found: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page = { ...querystring, limit: 2, ...(cursor && { cursor }) }
    const response: { results: Poll[]; next: string | null } = (
      await t.call(contract.listPolls, { querystring: page })
    ).json()
    found.push(...response.results.map((poll) => poll.question))
    cursor = response.next
  }
  return found
}

async function startWithPolls() {
  const t = await startTestApp()
  const warren = await t.make.politician({ name: 'Elizabeth Warren' })
  const made = {
    old: await t.make.poll({ question: 'Old', published_at: hours(-90), category: 'Economy' }),
    water: await t.make.poll({
      question: 'Clean water?',
      description: 'For Flint',
      published_at: hours(-80),
      closes_at: hours(5),
      category: 'Environment',
    }),
    closed: await t.make.poll({ question: 'Closed', published_at: hours(-70), closes_at: hours(-1) }),
    earlier: await t.make.poll({ question: 'Closed earlier', published_at: hours(-69), closes_at: hours(-9) }),
    endless: await t.make.poll({ question: 'Endless', published_at: hours(-60), closes_at: null, category: 'Defence' }),
    warren: await t.make.poll({
      question: 'About her',
      published_at: hours(-50),
      closes_at: hours(2),
      politician: warren.id,
    }),
    featured: await t.make.poll({ question: 'Featured', published_at: hours(-40), featured: true }),
  }
  const people = await Promise.all(Array.from({ length: 4 }, () => t.make.user()))
  for (const user of people) await t.make.vote({ poll: made.old, user, created_at: hours(-50) })
  for (const user of people.slice(0, 3)) await t.make.vote({ poll: made.water, user, created_at: hours(-2) })
  for (const user of people.slice(0, 1)) await t.make.vote({ poll: made.warren, user, created_at: hours(-2) })
  return { ...t, warren, water: made.water }
}

describe('listPolls', () => {
  test('sorts by newest, oldest, most votes and ending soon, with and without paging', async () => {
    await using t = await startWithPolls()
    const newest = ['Featured', 'About her', 'Endless', 'Closed earlier', 'Closed', 'Clean water?', 'Old']
    const mostVotes = ['Old', 'Clean water?', 'About her', 'Featured', 'Endless', 'Closed earlier', 'Closed']
    const byEnd = ['About her', 'Clean water?', 'Old', 'Featured', 'Endless', 'Closed', 'Closed earlier']
    for (const [sort, expected] of [
      ['newest', newest],
      ['oldest', newest.toReversed()],
      ['most_votes', mostVotes],
      ['ending_soon', byEnd],
    ] as const) {
      expect(await questions(t, { sort }), sort).toEqual(expected)
      expect(await pages(t, { sort }), `${sort} in pages`).toEqual(expected)
    }
  })

  test('begins with featured polls, except in the tab Recent, and leaves scheduled polls out', async () => {
    await using t = await startTestApp()
    await t.make.poll({ question: 'Old', published_at: hours(-3) })
    await t.make.poll({ question: 'Featured', featured: true, published_at: hours(-9) })
    await t.make.poll({ question: 'New', published_at: hours(-1) })
    await t.make.poll({ question: 'Scheduled', published_at: hours(1) })

    for (const filter of [undefined, 'featured'] as const) {
      expect(await pages(t, filter && { filter })).toEqual(['Featured', 'New', 'Old'])
    }
    expect(await pages(t, { filter: 'recent' })).toEqual(['New', 'Old', 'Featured'])
  })

  test('filters by tab: recent votes for trending, one day for ending soon, in the order of sort if it is given', async () => {
    await using t = await startWithPolls()

    expect(await pages(t, { filter: 'trending' })).toEqual(['Clean water?', 'About her'])
    expect(await pages(t, { filter: 'ending_soon' })).toEqual(['About her', 'Clean water?'])
    expect(await questions(t, { filter: 'trending', sort: 'newest' })).toEqual(['About her', 'Clean water?'])
    expect(await questions(t, { filter: 'ending_soon', sort: 'most_votes' })).toEqual(['Clean water?', 'About her'])
  })

  test.each([
    [{ q: 'WATER' }, ['Clean water?']],
    [{ q: 'flint clean' }, ['Clean water?']],
    [{ q: 'flint closed' }, []],
    [{ q: 'environment' }, ['Clean water?']],
    [{ q: '   ' }, 7],
    [{ q: '%' }, []],
    [{ q: '_ ?' }, []],
    [{ category: '1' }, ['Clean water?']],
    [{ category: 'defence' }, ['Endless']],
    [{ category: 'Nonsense' }, []],
    [{ category: ' ' }, 7],
    [{ politician: 'warren' }, ['About her']],
    [{ politician: 'unknown' }, []],
    [{ q: 'warren', politician: 'warren', category: 'General', sort: 'oldest' }, ['About her']],
    [{ q: 'water', filter: 'trending' }, ['Clean water?']],
  ])('%o filters the list', async (querystring, expected) => {
    await using t = await startWithPolls()

    const found = await questions(t, querystring)

    expect(typeof expected === 'number' ? found.length : found).toEqual(expected)
  })

  test.each(['izmir', ' İZMİR '])('finds the category İzmir as %s, as the database folds letters', async (category) => {
    await using t = await startTestApp()
    await t.db.insert(categories).values({ name: 'İzmir', position: 100 })
    await t.make.poll({ question: 'A tram?', category: 'İzmir' })

    expect(await questions(t, { category })).toEqual(['A tram?'])
  })

  test.each([{ sort: 'loudest' }, { cursor: 'nonsense', sort: 'most_votes' }, { q: 'x'.repeat(101) }])(
    'rejects %o',
    async (querystring) => {
      await using t = await startTestApp()

      expect((await t.call(contract.listPolls, { querystring: querystring as object })).statusCode).toBe(400)
    },
  )

  test('trending shows open polls by total votes if there were no recent votes', async () => {
    await using t = await startTestApp()
    const [small, large] = [await t.make.poll({ question: 'Small' }), await t.make.poll({ question: 'Large' })]
    await t.make.poll({ question: 'Closed', closes_at: hours(-1) })
    const people = [await t.make.user(), await t.make.user()]
    for (const user of people) await t.make.vote({ poll: large, user, created_at: hours(-30) })
    await t.make.vote({ poll: small, user: people[0]!, created_at: hours(-30) })

    expect(await questions(t, { filter: 'trending' })).toEqual(['Large', 'Small'])
    await t.make.vote({ poll: small, user: await t.make.user() })
    t.app.cache.invalidate('/')
    expect(await questions(t, { filter: 'trending' })).toEqual(['Small'])
  })

  test('live shows open polls by their newest votes, then the others by total votes', async () => {
    await using t = await startWithPolls()
    const { water } = t
    const [user, other] = [await t.make.user(), await t.make.user()]
    const busy = await t.make.poll({ question: 'Busy', published_at: hours(-30) })
    const ended = await t.make.poll({ question: 'Ended', published_at: hours(-30), closes_at: hours(-0.1) })
    await t.make.vote({ poll: busy, user, created_at: hours(-20) })
    await t.make.vote({ poll: busy, user: other, created_at: hours(-0.5) })
    await t.make.vote({ poll: water, user, created_at: hours(-1) })
    await t.make.vote({ poll: ended, user, created_at: hours(-0.2) })

    const byNewestVote = ['Busy', 'Clean water?', 'About her', 'Old']
    expect(await pages(t, { filter: 'live' })).toEqual([...byNewestVote, 'Featured', 'Endless'])
    expect(await questions(t, { filter: 'live', category: 'Economy' })).toEqual(['Old'])
    expect(await questions(t, { filter: 'live', sort: 'oldest' })).not.toContain('Ended')
  })
})

test('the home page shows three open featured polls, filled up with the most voted open polls', async () => {
  await using t = await startTestApp()
  const featured = async () =>
    (await t.call(contract.listFeaturedPolls, {})).json<Poll[]>().map((poll) => poll.question)
  expect(await featured()).toEqual([])
  await t.make.poll({ question: 'Featured but closed', featured: true, closes_at: hours(-1) })
  const loved = await t.make.poll({ question: 'Loved' })
  await t.make.poll({ question: 'Old' })
  await t.make.poll({ question: 'Newer' })
  await t.make.vote({ poll: loved, user: await t.make.user() })
  t.app.cache.invalidate('/')
  expect(await featured()).toEqual(['Loved', 'Newer', 'Old'])
  await t.make.poll({ question: 'Featured', featured: true })
  t.app.cache.invalidate('/')
  expect(await featured()).toEqual(['Featured', 'Loved', 'Newer'])
})

describe('results', () => {
  test('contain a timeline, and a state only once it has ten voters', async () => {
    await using t = await startTestApp()
    const poll = await t.make.poll({ options: ['Yes', 'No'], published_at: hours(-48) })
    const vote = async (state: string | null, option: number, at: number) =>
      t.make.vote({ poll, option, user: await t.make.user({ ...counted, state }), created_at: hours(at) })
    for (let count = 0; count < 5; count++) await vote('NY', 0, -47)
    for (let count = 0; count < 5; count++) await vote('NY', 1, -1)
    for (let count = 0; count < 9; count++) await vote('CA', 1, -24)
    for (let count = 0; count < 10; count++) await vote('TX', count % 2, -24)
    await vote(null, 0, -24)

    const results = (await t.call(contract.getPollResults, { params: { id: poll.id } })).json<contract.PollResults>()

    expect(results.states).toEqual([
      { state: 'NY', voters: 10, leading_option: null, leading_votes: 5, is_colored: false },
      { state: 'TX', voters: 10, leading_option: null, leading_votes: 5, is_colored: false },
    ])
    expect(results.timeline[0]?.votes).toEqual([0, 0])
    expect(results.timeline[12]?.votes).toEqual([0, 0])
    expect(results.timeline.at(-1)?.votes).toEqual([11, 19])
    expect(results.poll.total_votes).toBe(30)
  })

  test('move over time in steps of ten votes, whatever times the curve has, while totals are exact', async () => {
    await using t = await startTestApp()
    const poll = await t.make.poll({ options: ['Yes', 'No'], published_at: hours(-48) })
    const cast = async (count: number, option: (index: number) => number, at: (index: number) => number) => {
      for (let index = 0; index < count; index++) {
        await t.make.vote({ poll, option: option(index), user: await t.make.user(), created_at: hours(at(index)) })
      }
    }
    const read = async () => {
      t.app.cache.invalidate('/')
      return (await t.call(contract.getPollResults, { params: { id: poll.id } })).json<contract.PollResults>()
    }
    await cast(
      9,
      () => 0,
      () => -40,
    )
    expect((await read()).timeline).toEqual([])
    // The tenth and eleventh vote are at the same time.
    await cast(
      2,
      () => 1,
      () => -30,
    )
    // Twenty more, one after the other, then seven.
    await cast(
      20,
      (index) => index % 2,
      (index) => -20 + index / 2,
    )
    await cast(
      7,
      () => 1,
      () => -1,
    )

    const { timeline, poll: live } = await read()

    expect(live.total_votes).toBe(38)
    const seen = [...new Set(timeline.map(({ votes }) => votes.join(' ')))]
    expect(seen).toEqual(['0 0', '9 1', '14 6', '19 11'])
    const when = (votes: string) => timeline.find((point) => point.votes.join(' ') === votes)!.at
    expect(Date.parse(when('9 1'))).toBeGreaterThan(hours(-30).getTime() - 60_000)
    expect(Date.parse(when('9 1'))).toBeLessThan(hours(-28).getTime())
    // The curve of another moment has other times, and the same steps.
    await t.db.execute(sql`update polls set published_at = published_at - interval '17 minutes' where id = ${poll.id}`)
    expect([...new Set((await read()).timeline.map(({ votes }) => votes.join(' ')))]).toEqual(seen)
  })

  test.each([
    ['a lead of ten points', 110, 61, { voters: 110, leading_votes: 61, is_colored: true }],
    ['a lead below ten points', 110, 60, { voters: 110, leading_votes: 60, is_colored: false }],
    ['too few voters', 90, 60, { voters: 90, leading_votes: 60, is_colored: false }],
    ['almost all alike', 110, 109, { voters: null, leading_votes: null, is_colored: true }],
  ])('color a state from 100 voters and ten points on: %s', async (_what, voters, yes, expected) => {
    await using t = await startTestApp()
    const poll = await t.make.poll({ options: ['Yes', 'No'], published_at: hours(-48) })
    // The last ten include those who chose otherwise.
    for (let index = 0; index < voters; index++) {
      const option = (index * 7) % voters < yes ? 0 : 1
      const user = await t.make.user({ ...counted, state: 'NY' })
      await t.make.vote({ poll, user, option, created_at: hours(-24 + index / 10) })
    }

    const { states } = (await t.call(contract.getPollResults, { params: { id: poll.id } })).json<contract.PollResults>()

    expect(states).toEqual([{ state: 'NY', leading_option: poll.options[0]!.id, ...expected }])
  })

  test('say nothing of ten alike in a state, nothing new after nine more, and nothing of twenty alike', async () => {
    await using t = await startTestApp()
    const poll = await t.make.poll({ options: ['Yes', 'No'], published_at: hours(-48) })
    const vote = async (state: string, option: number, at: number) =>
      t.make.vote({ poll, option, user: await t.make.user({ ...counted, state }), created_at: hours(at) })
    const states = async () => {
      t.app.cache.invalidate('/')
      return (await t.call(contract.getPollResults, { params: { id: poll.id } })).json<contract.PollResults>().states
    }
    for (let count = 0; count < 10; count++) {
      await vote('WY', 0, -24)
      await vote('VT', 0, -24)
    }
    expect(await states()).toEqual([])
    for (let count = 0; count < 9; count++) {
      await vote('WY', 1, -12)
      await vote('VT', 0, -12)
    }
    expect(await states()).toEqual([])
    await vote('WY', 1, -11)
    await vote('VT', 0, -11)

    expect(await states()).toEqual([
      { state: 'WY', voters: 20, leading_option: null, leading_votes: 10, is_colored: false },
    ])
  })

  test('of a state are updated only when it reaches 10, 20, 30 ... voters', async () => {
    await using t = await startTestApp()
    const poll = await t.make.poll({ options: ['Yes', 'No'], published_at: hours(-48) })
    const vote = async (option: number, at: number) =>
      t.make.vote({ poll, option, user: await t.make.user({ ...counted, state: 'NY' }), created_at: hours(at) })
    const states = async () => {
      t.app.cache.invalidate('/')
      const response = await t.call(contract.getPollResults, { params: { id: poll.id } })
      return response.json<contract.PollResults>().states.map((state) => [state.voters, state.leading_votes])
    }
    const seen: unknown[] = []
    for (let count = 1; count <= 21; count++) {
      // Five of the first ten vote Yes, and so do five of the next ten.
      await vote(count % 2, -24 + count)
      seen.push(...(await states()))
    }

    expect(seen).toEqual([...Array.from({ length: 10 }, () => [10, 5]), ...Array.from({ length: 2 }, () => [20, 10])])
  })

  test('of a state exclude votes so recent that earlier ones may not be committed yet', async () => {
    await using t = await startTestApp()
    const poll = await t.make.poll({ published_at: hours(-48) })
    for (let count = 0; count < 10; count++) {
      const created_at = count < 9 ? hours(-1) : new Date()
      await t.make.vote({ poll, option: count % 2, user: await t.make.user({ ...counted, state: 'NY' }), created_at })
    }

    expect((await t.call(contract.getPollResults, { params: { id: poll.id } })).json().states).toEqual([])
  })

  test('count the curve and the states anew every few seconds only, while totals are exact', async () => {
    await using t = await startTestApp()
    const poll = await t.make.poll({ options: ['Yes', 'No'], published_at: hours(-48) })
    for (let count = 0; count < 10; count++) {
      await t.make.vote({ poll, user: await t.make.user(), created_at: hours(-1) })
    }
    const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now())
    onTestFinished(() => clock.mockRestore())
    const read = async () =>
      (await t.call(contract.getPollResults, { params: { id: poll.id } })).json<contract.PollResults>()
    const { timeline } = await read()
    for (let count = 1; count <= 2; count++) {
      const option_id = poll.options[0]!.id
      await t.as(await t.make.user()).call(contract.castVote, { params: { id: poll.id }, body: { option_id } })
      clock.mockReturnValue(Date.now() + 1_000)
      const results = await read()
      expect([results.poll.total_votes, results.timeline]).toEqual([10 + count, timeline])
    }
    clock.mockReturnValue(Date.now() + oldCountsSeconds * 1000)
    t.app.cache.invalidateCounts('/api/polls/', poll.id)
    expect((await read()).timeline.at(-1)?.at).not.toBe(timeline.at(-1)?.at)
  })

  test('have an empty timeline if there are no votes', async () => {
    await using t = await startTestApp()
    const poll = await t.make.poll()

    const results = (await t.call(contract.getPollResults, { params: { id: poll.id } })).json()

    expect([results.timeline, results.states]).toEqual([[], []])
  })
})
