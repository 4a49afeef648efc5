import * as contract from '@wtpu/contract/polls/polls'
import type { Poll, PollSummary } from '@wtpu/contract/polls/polls'
import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { pollOptions, polls, pollVotes } from '#db/schema/polls.ts'
import { startTestApp } from '#testing/test-app.ts'

const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
const list = async (t: Awaited<ReturnType<typeof startTestApp>>, querystring = {}) =>
  (await t.call(contract.listPolls, { querystring })).json<Poll[]>()

describe('castVote', () => {
  test('returns the poll with updated counts', async () => {
    await using t = await startTestApp()
    const citizen = await t.make.user({ state: 'OH' })
    const poll = await t.make.poll({ options: ['Yes', 'No'] })

    const response = await t
      .as(citizen)
      .call(contract.castVote, { params: { id: poll.id }, body: { option_id: poll.options[1]!.id } })

    expect(response.statusCode).toBe(200)
    expect(response.json<Poll>().options.map((option) => option.vote_count)).toEqual([0, 1])
    expect(response.json<Poll>().total_votes).toBe(1)
    const [row] = await t.db.select().from(pollVotes)
    expect(row).toMatchObject({ userId: citizen.id, state: 'OH' })
  })

  test('counts a hundred concurrent clicks by one user once', async () => {
    await using t = await startTestApp()
    const citizen = await t.make.user()
    const poll = await t.make.poll({ options: ['Yes', 'No'] })

    const responses = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        t.as(citizen).call(contract.castVote, {
          params: { id: poll.id },
          body: { option_id: poll.options[index % 2]!.id },
        }),
      ),
    )

    const statuses = responses.map((response) => response.statusCode)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409)).toHaveLength(99)
    const [counted] = await t.db.select({ sum: sql<number>`sum(${pollOptions.voteCount})::int` }).from(pollOptions)
    expect(counted?.sum).toBe(1)
    expect(await t.db.$count(pollVotes)).toBe(1)
  })

  test('counts a hundred concurrent voters for one option', async () => {
    await using t = await startTestApp()
    const poll = await t.make.poll({ options: ['Yes', 'No'] })
    const citizens = await Promise.all(Array.from({ length: 100 }, () => t.make.user()))

    const responses = await Promise.all(
      citizens.map((citizen) =>
        t.as(citizen).call(contract.castVote, { params: { id: poll.id }, body: { option_id: poll.options[0]!.id } }),
      ),
    )

    expect(new Set(responses.map((response) => response.statusCode))).toEqual(new Set([200]))
    expect((await list(t))[0]?.options[0]?.vote_count).toBe(100)
  })

  test('rejects a second vote with the message of the specification, even for another option', async () => {
    await using t = await startTestApp()
    const citizen = await t.make.user()
    const poll = await t.make.poll({ options: ['Yes', 'No'] })
    const vote = (index: number) =>
      t.as(citizen).call(contract.castVote, { params: { id: poll.id }, body: { option_id: poll.options[index]!.id } })
    await vote(0)

    const response = await vote(1)

    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({
      code: 'already_voted',
      detail: 'You Already Voted, Please Wait for the Results',
    })
  })

  test('the repetition of a vote returns what is stored, even in a poll that has closed since', async () => {
    await using t = await startTestApp()
    const [citizen, other] = [await t.make.user(), await t.make.user()]
    const poll = await t.make.poll({ options: ['Yes', 'No'] })
    const vote = async (option: number, is_repetition?: boolean, user = citizen) =>
      t.as(user).call(contract.castVote, {
        params: { id: poll.id },
        body: { option_id: poll.options[option]!.id, is_repetition },
      })
    // Nothing was stored before.
    const first = await vote(0, true)

    const again = await vote(0, true)
    const others = [await vote(1, true), await vote(0), await vote(0, false)]
    await vote(0, undefined, other)
    await t.db.update(polls).set({ closesAt: sql`now() - interval '1 second'` })
    const late = await vote(0, true)

    expect([first.statusCode, first.json()]).toMatchObject([200, { total_votes: 1 }])
    expect(first.json().undo_until).not.toBeNull()
    expect([again.statusCode, again.json()]).toEqual([200, first.json()])
    expect(others.map((response) => response.json().code)).toEqual(others.map(() => 'already_voted'))
    expect([late.statusCode, late.json()]).toMatchObject([200, { total_votes: 2, is_closed: true, undo_until: null }])
  })

  test('a hundred repetitions of a vote at the same time count once', async () => {
    await using t = await startTestApp()
    const [citizen, poll] = [await t.make.user(), await t.make.poll()]
    const body = { option_id: poll.options[0]!.id, is_repetition: true }

    const responses = await Promise.all(
      Array.from({ length: 100 }, () => t.as(citizen).call(contract.castVote, { params: { id: poll.id }, body })),
    )

    expect(responses.map((response) => [response.statusCode, response.json().total_votes])).toEqual(
      Array.from({ length: 100 }, () => [200, 1]),
    )
    expect((await list(t))[0]?.total_votes).toBe(1)
  })

  test('rejects votes in closed and scheduled polls, and options of other polls', async () => {
    await using t = await startTestApp()
    const citizen = await t.make.user()
    const [open, other] = [await t.make.poll(), await t.make.poll()]
    const closed = await t.make.poll({ published_at: hours(-48), closes_at: hours(-1) })
    const scheduled = await t.make.poll({ published_at: hours(1) })
    const vote = (poll: typeof open, option = poll.options[0]!) =>
      t.as(citizen).call(contract.castVote, { params: { id: poll.id }, body: { option_id: option.id } })

    expect((await vote(closed)).json()).toMatchObject({ code: 'poll_closed', detail: 'This poll has ended.' })
    expect((await vote(scheduled)).statusCode).toBe(404)
    expect((await vote(open, other.options[0])).json()).toMatchObject({
      code: 'invalid',
      fields: { option_id: [expect.any(String)] },
    })
    expect((await vote({ ...open, id: 999_999 })).statusCode).toBe(404)
    expect(await t.db.$count(pollVotes)).toBe(0)
  })

  test('rejects a vote with the token of a deleted account', async () => {
    await using t = await startTestApp()
    const poll = await t.make.poll()
    const deleted = await t.make.user()
    await t.as(deleted).authorization()
    await t.db.update(users).set({ deletedAt: new Date() })

    const response = await t
      .as(deleted)
      .call(contract.castVote, { params: { id: poll.id }, body: { option_id: poll.options[0]!.id } })

    expect(response.statusCode).toBe(401)
  })

  test('the list includes a vote as soon as it has been cast', async () => {
    await using t = await startTestApp()
    const poll = await t.make.poll()
    const before = await list(t)
    const citizen = await t.make.user()

    await t.as(citizen).call(contract.castVote, { params: { id: poll.id }, body: { option_id: poll.options[0]!.id } })

    expect(before[0]?.total_votes).toBe(0)
    expect((await list(t))[0]?.total_votes).toBe(1)
  })
})

describe('listPolls', () => {
  test('filter=politician accepts an id, a name or neither', async () => {
    await using t = await startTestApp()
    const rivera = await t.make.politician({ name: 'Ana Rivera' })
    const riverton = await t.make.politician({ name: 'Ana Riverton' })
    await t.make.poll({ question: 'about Rivera', politician: rivera.id })
    await t.make.poll({ question: 'about Riverton', politician: riverton.id })
    await t.make.poll({ question: 'general' })
    const questions = async (politician?: string) =>
      (await list(t, { filter: 'politician', ...(politician && { politician }) }))
        .map((poll) => poll.question)
        .toSorted()

    expect(await questions()).toEqual(['about Rivera', 'about Riverton'])
    expect(await questions(String(riverton.id))).toEqual(['about Riverton'])
    expect(await questions('ana rivera')).toEqual(['about Rivera'])
    expect(await questions('River')).toEqual(['about Rivera'])
    expect(await questions('100%')).toEqual([])
  })

  test('answers 304 to a known ETag, also among others, and 200 after a change made by any server', async () => {
    await using t = await startTestApp()
    const poll = await t.make.poll()
    const first = await t.call(contract.listPolls, { querystring: {} })
    const etag = String(first.headers.etag)
    const again = await t.call(contract.listPolls, { querystring: {} }, { 'if-none-match': `"other", ${etag}` })

    await t.db.update(polls).set({ question: 'Changed by another server?' }).where(eq(polls.id, poll.id))
    await t.db.execute(sql`select pg_notify('wtpu_changed', '/api/polls/')`)

    expect(again.statusCode).toBe(304)
    await expect
      .poll(async () => (await t.call(contract.listPolls, { querystring: {} }, { 'if-none-match': etag })).statusCode)
      .toBe(200)
  })

  test('sends the list plain, gzipped or in brotli', async () => {
    await using t = await startTestApp()
    await Promise.all(Array.from({ length: 10 }, () => t.make.poll()))
    const { brotliDecompressSync, gunzipSync } = await import('node:zlib')
    const get = (encoding: string) =>
      t.call(contract.listPolls, { querystring: {} }, encoding ? { 'accept-encoding': encoding } : {})

    const [plain, gzip, br] = [await get(''), await get('gzip'), await get('gzip, deflate, br')]

    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(plain.body)
  })

  test('reports an invalid filter, limit or cursor', async () => {
    await using t = await startTestApp()
    const ask = async (query: string) => (await t.app.inject(`/api/polls/?${query}`)).json()

    expect(await ask('filter=best')).toMatchObject({
      code: 'invalid',
      fields: { filter: ['must be one of: featured, trending, recent, ending_soon, politician, live'] },
    })
    expect(await ask('limit=0')).toMatchObject({ code: 'invalid', fields: { limit: ['must be >= 1'] } })
    expect(await ask('cursor=nonsense')).toMatchObject({ code: 'invalid_cursor' })
  })
})

describe('getPoll', () => {
  test('returns a poll with its official', async () => {
    await using t = await startTestApp()
    const politician = await t.make.politician({ name: 'Ana Rivera', party: 'D', office: 'Sen', state: 'NM' })
    const poll = await t.make.poll({ politician: politician.id })

    const found = await t.call(contract.getPoll, { params: { id: poll.id } })

    expect(found.json()).toMatchObject({
      id: poll.id,
      is_published: true,
      is_closed: false,
      politician: { id: politician.id, name: 'Ana Rivera', office: 'Sen', party: 'D', state: 'NM' },
    })
  })
})

test('the summary contains open polls, polls ending soon, the busiest category, and voters and votes of the day in tens', async () => {
  await using t = await startTestApp()
  const economy = await t.make.poll({ category: 'Economy', closes_at: hours(3) })
  const health = await t.make.poll({ category: 'Healthcare' })
  await t.make.poll({ published_at: hours(-9), closes_at: hours(-1) })
  await t.make.poll({ published_at: hours(9) })
  const people = await Promise.all(Array.from({ length: 19 }, () => t.make.user()))
  for (const user of people) await t.make.vote({ poll: economy, user })
  for (const user of people.slice(0, 10)) await t.make.vote({ poll: health, user })

  const summary = (await t.call(contract.getPollSummary, {})).json<PollSummary>()

  expect(summary).toMatchObject({
    active_polls: 2,
    active_votes: 29,
    total_participants: 10,
    trending_topic: 'Economy',
    polls_ending_soon: 1,
    votes_today: 20,
  })
})

test('the summary of an empty site contains zeros', async () => {
  await using t = await startTestApp()

  const summary = (await t.call(contract.getPollSummary, {})).json<PollSummary>()

  expect(summary).toEqual({
    active_polls: 0,
    active_votes: 0,
    total_participants: 0,
    trending_topic: null,
    polls_ending_soon: 0,
    votes_today: 0,
  })
})

test('a new database has the eight categories of the specification', async () => {
  await using t = await startTestApp()

  const names = (await t.call(contract.listPollCategories, {})).json<{ name: string }[]>().map(({ name }) => name)

  expect(names).toEqual([
    'Environment',
    'Healthcare',
    'Education',
    'Economy',
    'Defence',
    'Immigration',
    'Technology',
    'General',
  ])
})

test('my-votes returns only the votes of the viewer', async () => {
  await using t = await startTestApp()
  const [voter, other] = [await t.make.user(), await t.make.user()]
  const poll = await t.make.poll()
  await t.make.vote({ poll, user: voter, created_at: new Date(Date.now() - 60_000) })

  expect((await t.as(voter).call(contract.listMyVotes, {})).json()).toEqual([
    { poll: poll.id, option: poll.options[0]!.id, ballot: expect.stringMatching(/^[0-9a-f]{32}$/) },
  ])
  expect((await t.as(other).call(contract.listMyVotes, {})).json()).toEqual([])
})
