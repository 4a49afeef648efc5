import * as contract from '@wtpu/contract/polls/polls'
import * as scheduled from '@wtpu/contract/polls/scheduled'
import type { Poll } from '@wtpu/contract/polls/polls'
import type { ScheduledPoll } from '@wtpu/contract/polls/scheduled'
import { downloadPollTotals } from '@wtpu/contract/polls/totals'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { counters, pollOptions, pollTotals, pollVotes, polls } from '#db/schema/polls.ts'
import { startTestApp } from '#testing/test-app.ts'

type TestApp = Awaited<ReturnType<typeof startTestApp>>

const tea = { question: ' Tea? ', category: 8, options: [' Yes ', 'No'], duration_days: 7 }
const create = (t: TestApp, user: { id: number }, change: object = {}) =>
  t.as(user).call(contract.createPoll, { body: { ...tea, ...change } })

/** Tomorrow at noon in New York, in the format the dialog sends. */
const tomorrow = () => ({
  schedule_date: new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
  schedule_time: '12:00',
  user_timezone: 'America/New_York',
})

describe('createPoll', () => {
  test('trims the text and publishes the poll immediately for the requested number of days', async () => {
    await using t = await startTestApp()
    const citizen = await t.make.user()
    const politician = await t.make.politician()

    const response = await create(t, citizen, {
      duration_days: 3,
      politician: politician.id,
      description: 'Or coffee.',
    })

    expect(response.statusCode).toBe(201)
    const poll = response.json<Poll>()
    expect(poll).toMatchObject({
      question: 'Tea?',
      description: 'Or coffee.',
      category: 8,
      is_published: true,
      is_closed: false,
      featured: false,
      options: [{ text: 'Yes' }, { text: 'No' }],
      politician: { id: politician.id },
    })
    expect(Date.parse(poll.closes_at ?? '') - Date.parse(poll.published_at)).toBe(3 * 86_400_000)
    expect((await t.call(contract.listPolls, { querystring: { q: 'coffee' } })).json()).toHaveLength(1)
  })

  test.each(['Environment', ' environment ', '1'])('accepts %o as a category name or id', async (category) => {
    await using t = await startTestApp()
    const { id } = (await t.call(contract.listPollCategories, {})).json<{ id: number; name: string }[]>()[0] ?? {
      id: 0,
    }

    const response = await create(t, await t.make.user(), { category })

    expect([response.statusCode, response.json().category]).toEqual([201, id])
  })

  test.each([
    [{ question: ' ' }, 'question', 'A question is required.'],
    [{ question: 'x'.repeat(301) }, 'question', 'A question can have at most 300 characters.'],
    [{ description: 'x'.repeat(1001) }, 'description', 'A description can have at most 1,000 characters.'],
    [{ category: undefined }, 'category', 'A category is required.'],
    [{ category: 99 }, 'category', 'A category is required.'],
    [{ category: 'Astrology' }, 'category', 'A category is required.'],
    [{ category: '' }, 'category', 'A category is required.'],
    [{ options: ['Yes', ' '] }, 'options', 'At least 2 options are required.'],
    [{ options: ['a', 'b', 'c', 'd', 'e', 'f'] }, 'options', 'At most 5 options are possible.'],
    [{ options: ['Yes', ' yes '] }, 'options', 'Each option must be different.'],
    [{ options: ['yes', 'y\u200Bes'] }, 'options', 'Each option must be different.'],
    [{ options: ['\u00E9', 'e\u0301'] }, 'options', 'Each option must be different.'],
    [{ options: ['\u0130', 'i'] }, 'options', 'Each option must be different.'],
    [{ options: ['Yes', 'No', '\u0130ptal', 'iptal'] }, 'options', 'Each option must be different.'],
    [{ options: ['ΝΑΙ', 'ναι'] }, 'options', 'Each option must be different.'],
    [{ options: ['\u212A', 'k'] }, 'options', 'Each option must be different.'],
    [{ options: ['Yes', '\u200B\u2800'] }, 'options', 'At least 2 options are required.'],
    [{ question: '\u200B\uFEFF' }, 'question', 'A question is required.'],
    [{ options: ['Yes', 'x'.repeat(121)] }, 'options', 'An option can have at most 120 characters.'],
    [{ duration_days: 5 }, 'duration_days', 'The duration must be one of 1, 3, 7, 14, 30 days.'],
    [{ politician: 4711 }, 'politician', 'This politician is not in office.'],
    [{ ...tomorrow(), schedule_date: '2020-01-01' }, 'schedule_time', 'The scheduled time has already passed.'],
    [{ ...tomorrow(), user_timezone: 'Mars' }, 'user_timezone', 'The time zone is not known.'],
  ])('rejects %o', async (change, field, message) => {
    await using t = await startTestApp()
    const citizen = await t.make.user()

    const response = await create(t, citizen, change)

    expect(response.statusCode).toBe(400)
    expect(response.json()).toMatchObject({ detail: message, fields: { [field]: [message] } })
    expect(await t.db.$count(polls)).toBe(0)
  })

  test.each([{ category: 99_999_999_999 }, { category: 1e308 }, { duration_days: 1e308 }])(
    'rejects %o, which is out of range for its column',
    async (change) => {
      await using t = await startTestApp()

      expect((await create(t, await t.make.user(), change)).statusCode).toBe(400)
    },
  )

  test('keeps a poll open for seven days by default', async () => {
    await using t = await startTestApp()
    const citizen = await t.make.user()

    const response = await t
      .as(citizen)
      .call(contract.createPoll, { body: { question: 'Tea?', category: 8, options: ['Yes', 'No'] } })

    const { published_at, closes_at } = response.json<Poll>()
    expect(Date.parse(closes_at ?? '') - Date.parse(published_at)).toBe(7 * 24 * 60 * 60_000)
  })

  test('reports all invalid fields at once', async () => {
    await using t = await startTestApp()
    const citizen = await t.make.user()

    const response = await t.as(citizen).call(contract.createPoll, { body: {} })

    expect(Object.keys(response.json().fields)).toEqual(['question', 'options', 'category'])
  })

  test('allows five polls in 24 hours, even for concurrent calls', async () => {
    await using t = await startTestApp()
    const citizen = await t.make.user()

    const responses = await Promise.all(
      Array.from({ length: 12 }, (_, index) => create(t, citizen, { question: `Question ${index}?` })),
    )

    const statuses = responses.map((response) => response.statusCode)
    expect(statuses.filter((status) => status === 201)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(7)
    const rejected = responses.find((response) => response.statusCode === 429)
    expect(rejected?.json().detail).toBe('You can create at most 5 polls in 24 hours.')
    expect(Number(rejected?.headers['retry-after'])).toBeGreaterThan(86_000)
    await t.db.execute(
      sql`update attempts set times = array(select time - interval '24 hours' from unnest(times) time)`,
    )
    expect((await create(t, citizen)).statusCode).toBe(201)
  })
})

describe('a scheduled poll', () => {
  test('is listed for its creator only, and then open for seven days', async () => {
    await using t = await startTestApp()
    const [citizen, other] = [await t.make.user(), await t.make.user()]

    const poll = (await create(t, citizen, tomorrow())).json<Poll>()

    expect(poll.is_published).toBe(false)
    expect(Date.parse(poll.closes_at ?? '') - Date.parse(poll.published_at)).toBe(7 * 86_400_000)
    const mine = (await t.as(citizen).call(scheduled.listScheduledPolls, {})).json<ScheduledPoll[]>()
    expect(mine).toMatchObject([{ id: poll.id, schedule_zone: 'America/New_York' }])
    expect((await t.as(other).call(scheduled.listScheduledPolls, {})).json()).toEqual([])
  })

  test('can be cancelled by its creator until it is published', async () => {
    await using t = await startTestApp()
    const [citizen, other] = [await t.make.user(), await t.make.user()]
    const poll = (await create(t, citizen, tomorrow())).json<Poll>()
    const cancel = (user: { id: number }, id = poll.id) =>
      t.as(user).call(scheduled.cancelScheduledPoll, { params: { id } })

    expect((await cancel(other)).statusCode).toBe(404)
    expect((await cancel(citizen)).json()).toEqual({ cancelled: true })
    expect((await cancel(citizen)).statusCode).toBe(404)
    const published = (await create(t, citizen)).json<Poll>()
    expect((await cancel(citizen, published.id)).statusCode).toBe(409)
    expect(await t.db.$count(pollOptions)).toBe(2)
  })

  test('does not count towards the daily limit once it is cancelled', async () => {
    await using t = await startTestApp()
    const citizen = await t.make.user()
    const { id } = (await create(t, citizen, tomorrow())).json<Poll>()
    const another = (number: number) => create(t, citizen, { question: `Tea at ${number}?` })
    for (let number = 2; number <= 5; number++) await another(number)
    expect((await another(6)).statusCode).toBe(429)

    await t.as(citizen).call(scheduled.cancelScheduledPoll, { params: { id } })

    const statuses = [await another(7), await another(8)].map((response) => response.statusCode)
    expect(statuses).toEqual([201, 429])
  })

  test('is published on time by every server, and each notifies its browsers', async () => {
    await using t = await startTestApp()
    await using second = await startTestApp({}, undefined, t.url)
    const list = async (app: TestApp) => (await app.call(contract.listPolls, { querystring: {} })).json<Poll[]>()
    const poll = await t.make.poll({ published_at: new Date(Date.now() + 3_600_000) })
    // Start with an empty cache. Without the poll clock, the cached empty lists would outlive the publication.
    for (const app of [t, second]) app.app.cache.invalidate('/api/polls/')
    const invalidations: string[] = []
    for (const { app } of [t, second]) {
      const invalidate = app.cache.invalidate.bind(app.cache)
      app.cache.invalidate = (path) => (invalidations.push(path), invalidate(path))
    }
    expect([await list(t), await list(second)]).toEqual([[], []])
    const soon = sql`clock_timestamp() + interval '3 seconds'`
    await t.db.update(polls).set({ publishedAt: soon }).where(eq(polls.id, poll.id))
    const { publishInvalidation } = await import('#live/publish.ts')
    publishInvalidation(t.db, '/api/polls/')

    await expect.poll(async () => [(await list(t)).length, (await list(second)).length]).toEqual([1, 1])
    await expect.poll(() => invalidations.filter((path) => path === '/api/polls/').length).toBeGreaterThanOrEqual(4)
  })
})

describe('integrity', () => {
  test('the text of a poll can change until its first vote', async () => {
    await using t = await startTestApp()
    const poll = await t.make.poll()
    const question = (text: string) => t.db.update(polls).set({ question: text })
    const option = (text: string) =>
      t.db.update(pollOptions).set({ text }).where(eq(pollOptions.id, poll.options[0]!.id))
    await question('Changed?')
    await option('Changed')
    await t.make.vote({ poll, user: await t.make.user() })

    await expect(question('Changed again?')).rejects.toThrow()
    await expect(option('Changed again')).rejects.toThrow()
    await expect(t.db.insert(pollOptions).values({ pollId: poll.id, position: 9, text: 'Late' })).rejects.toThrow()
    await expect(t.db.delete(pollOptions).where(eq(pollOptions.id, poll.options[1]!.id))).rejects.toThrow()
    await t.db.update(polls).set({ featured: true })
    expect((await t.db.select().from(polls))[0]?.question).toBe('Changed?')
  })

  test('concurrent votes leave totals and participants equal to the row counts', async () => {
    await using t = await startTestApp()
    const made = [await t.make.poll(), await t.make.poll(), await t.make.poll({ options: ['a', 'b', 'c'] })]
    const people = await Promise.all(Array.from({ length: 12 }, () => t.make.user()))

    await Promise.all(
      people.flatMap((user, index) =>
        made.map((poll) =>
          t.as(user).call(contract.castVote, {
            params: { id: poll.id },
            body: { option_id: poll.options[index % poll.options.length]!.id },
          }),
        ),
      ),
    )

    const totals = await t.db.select({ total: pollTotals.totalVotes }).from(pollTotals)
    expect(totals).toEqual([{ total: 12 }, { total: 12 }, { total: 12 }])
    expect(await t.db.$count(pollVotes)).toBe(36)
    expect(await t.db.select().from(counters)).toEqual([{ name: 'participants', value: 12 }])
    expect((await t.call(contract.getPollSummary, {})).json()).toMatchObject({ total_participants: 10 })
  })

  test('no reply reveals who voted for which option', async () => {
    await using t = await startTestApp()
    const voter = await t.make.user({ first_name: 'Zelda', username: 'zelda1986', state: 'NY' })
    const other = await t.make.user()
    const poll = await t.make.poll()
    await t.make.vote({ poll, user: voter })
    const params = { id: poll.id }

    const responses = await Promise.all([
      t.as(other).call(contract.listPolls, { querystring: {} }),
      t.as(other).call(contract.getPoll, { params }),
      t.as(other).call(contract.getPollResults, { params }),
      t.as(other).call(downloadPollTotals, { params }),
      t.as(other).call(contract.getPollSummary, {}),
      t.as(other).call(contract.listFeaturedPolls, {}),
      t.as(other).call(contract.listMyVotes, {}),
    ])

    expect(responses.map((response) => response.statusCode)).toEqual(responses.map(() => 200))
    for (const response of responses) expect(response.body).not.toMatch(/zelda|user|voter_id|creator/i)
    expect(responses[6]?.json()).toEqual([])
    expect(responses[2]?.json().states).toEqual([])
  })
})
