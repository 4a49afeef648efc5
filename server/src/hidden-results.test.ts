import { castVote, createPoll, type Poll, getPoll, getPollResults, undoVote } from '@wtpu/contract/polls/polls'
import { releaseResults } from '@wtpu/contract/polls/on-demand/release'
import { getRecentVoters } from '@wtpu/contract/polls/on-demand/recent-voters'
import { downloadPollTotals, getPollTotals } from '@wtpu/contract/polls/totals'
import { pages } from '@wtpu/contract/site/on-demand/pages'
import { eq, sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import { checkPoll } from '@wtpu/contract/tally/check.mjs'
import { expect, test } from 'vitest'
import { ballots, circleMembers, circles, paperPolls, papers } from '#db/schema/circles.ts'
import { voterKeys } from '#db/schema/voters.ts'
import { findDueReveals, revealResults } from '#community/reveal-results.ts'
import { moderationActions } from '#db/schema/moderation.ts'
import { categories, polls, pollTotals } from '#db/schema/polls.ts'
import { findDue, sealClosedPolls } from '#features/tally/seal.ts'
import { publishInvalidation } from '#live/publish.ts'
import { readCounts } from '#live/counts.ts'
import { findPublicHead } from '#site/public-head.ts'
import { addresses } from '#testing/addresses.ts'
import { findWrongCounters } from '#testing/counters.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'

type User = Awaited<ReturnType<TestApp['make']['user']>>
/** What only the person sees who asks: of these, the voter's own may change. */
const own = ['/api/polls/my-votes/', '/auth/api/account/data/', '/agreement/']

const since = Date.now()

async function readAll(t: TestApp, urls: string[], who: (User | undefined)[]): Promise<Map<string, string>> {
  const read = new Map<string, string>()
  for (const [index, user] of who.entries()) {
    // Nothing of what was read before.
    publishInvalidation(t.db, '/api/')
    const headers = user ? { authorization: await t.as(user).authorization() } : {}
    for (const url of urls) {
      const { statusCode, rawPayload } = await t.app.inject({ url, headers })
      // Some responses say when they were made.
      const text = rawPayload
        .toString('latin1')
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, (at) => (Date.parse(at) > since ? 'now' : at))
      read.set(`${index} ${url}`, `${statusCode} ${rawPayload.length} ${text}`)
    }
  }
  const page = pages.find(({ path }) => path === '/results/$pollId')!
  const params = { pollId: urls[0]?.split('/').at(-1) ?? '' }
  read.set('head', JSON.stringify(await findPublicHead(t.app, { page, params }, new URLSearchParams())))
  return read
}

const changed = (before: Map<string, string>, after: Map<string, string>) =>
  [...before].flatMap(([name, value]) => (after.get(name) === value ? [] : name))

/** As if the poll had closed a minute ago. */
const close = (t: TestApp, { id }: { id: number }, daysAgo = 0) =>
  t.db
    .update(polls)
    .set({
      publishedAt: sql`now() - interval '60 days'`,
      closesAt: sql`now() - interval '1 minute' - make_interval(days => ${daysAgo})`,
    })
    .where(eq(polls.id, id))

const vote = (t: TestApp, user: User, { id, options }: { id: number; options: { id: number }[] }, option = 0) =>
  t.as(user).call(castVote, { params: { id }, body: { option_id: options[option]?.id ?? 0 } })

test('no one can tell that somebody voted while the results are hidden', { timeout: 120_000 }, async () => {
  await using t = await startTestApp()
  const old = { created_at: new Date('2026-01-01'), email_verified_at: new Date('2026-01-01'), state: 'OH' }
  const [moderator, admin] = [
    await t.make.user({ ...old, role: 'moderator' }),
    await t.make.user({ ...old, role: 'admin' }),
  ]
  const [member, voter] = [await t.make.user(old), await t.make.user(old)]
  const crowd = await Promise.all(Array.from({ length: 10 }, () => t.make.user(old)))
  const official = await t.make.politician({})
  const poll = await t.make.poll({
    question: 'Secret?',
    reveal: 'at_close',
    politician: official.id,
    creator: member.id,
  })
  await t.make.rollCall({ poll, positions: [{ politician: official, position: 'yea' }] })
  const others = await Promise.all(
    [1, 2].map((n) => t.make.poll({ question: `Secret ${n}?`, politician: official.id })),
  )
  await t.make.vote({ poll: others[0]!, user: member, created_at: new Date(Date.now() - 3_600_000) })
  const urls = [`/api/polls/${poll.id}`, ...addresses(t, poll.id, official.id, voter.id)].map((url) => url)
  const watchers = [undefined, member, moderator, admin]
  const all = [...watchers, voter]
  await readAll(t, urls, all)
  const before = await readAll(t, urls, all)

  expect((await vote(t, voter, poll)).statusCode).toBe(200)
  for (const [index, user] of crowd.entries())
    expect((await vote(t, user, poll, index % 3 === 0 ? 0 : 1)).statusCode).toBe(200)
  await t.as(crowd[0]!).call(undoVote, { params: { id: poll.id } })
  const after = await readAll(t, urls, all)

  const isOwn = (name: string) => name.startsWith(`${watchers.length} `) && own.some((url) => name.endsWith(url))
  expect(changed(before, after).filter((name) => !isOwn(name))).toEqual([])
  expect(await findWrongCounters(t.db)).toEqual([])
  expect((await readCounts(t.db, { polls: [poll.id], politicians: [] })).polls[0]?.total_votes ?? 0).toBe(0)
})

test.each(['at_close', 'when_published'] as const)(
  'calls for results are refused while %s hides them',
  async (reveal) => {
    await using t = await startTestApp()
    const moderator = await t.make.user({ role: 'moderator' })
    const poll = await t.make.poll({ reveal })
    const params = { id: poll.id }
    for (const call of [getPollResults, getPollTotals, downloadPollTotals]) {
      expect((await t.call(call, { params })).json()).toMatchObject({ code: 'results_hidden' })
    }
    expect((await t.as(moderator).call(getRecentVoters, { params })).statusCode).toBe(403)
    expect((await t.call(getPoll, { params })).json<Poll>()).toMatchObject({
      reveal,
      results_hidden: true,
      total_votes: 0,
    })
  },
)

test('after the close every counter has every vote, and only then the poll is sealed', async () => {
  await using t = await startTestApp()
  const poll = await t.make.poll({ reveal: 'at_close' })
  const [first, second, third] = [await t.make.user(), await t.make.user(), await t.make.user()]
  for (const user of [first, second, third]) await vote(t, user, poll, user === first ? 0 : 1)
  await t.as(third).call(undoVote, { params: { id: poll.id } })
  const now = sql`now()`
  expect(await findDueReveals(t.db, now)).toEqual([])
  await close(t, poll)
  expect([await findDueReveals(t.db, now), await findDue(t.db, now)]).toEqual([[poll.id], []])

  await t.db.transaction((tx) => revealResults(tx, poll.id))
  await t.db.transaction((tx) => revealResults(tx, poll.id))
  publishInvalidation(t.db, '/api/polls/')

  expect([await findDueReveals(t.db, now), await findDue(t.db, now)]).toEqual([[], [poll.id]])
  const shown = (await t.call(getPoll, { params: { id: poll.id } })).json<Poll>()
  expect(shown).toMatchObject({ results_hidden: false, total_votes: 2, is_closed: true })
  expect(shown.options.map(({ vote_count: votes }) => votes)).toEqual([1, 1])
  expect(await findWrongCounters(t.db)).toEqual([])
  expect((await vote(t, third, poll)).json()).toMatchObject({ code: 'poll_closed' })
})

test('staff release results that wait for them, which the public log says, and 30 days later nobody has to', async () => {
  await using t = await startTestApp()
  const [member, moderator] = [await t.make.user(), await t.make.user({ role: 'moderator' })]
  const [poll, forgotten] = await Promise.all([1, 2].map(() => t.make.poll({ reveal: 'when_published' })))
  await vote(t, member, poll!)
  const release = (user: User) => t.as(user).call(releaseResults, { params: { id: poll!.id } })
  expect((await release(moderator)).json()).toMatchObject({ code: 'poll_open' })
  await close(t, poll!)
  await close(t, forgotten!, 31)
  expect(await findDueReveals(t.db, sql`now()`)).toEqual([forgotten!.id])
  expect((await release(member)).json()).toMatchObject({ code: 'forbidden' })
  const second = await t.make.user({ role: 'moderator' })
  for (const released of await Promise.all([moderator, second, moderator].map(release)))
    expect(released.json<Poll>()).toMatchObject({ results_hidden: false, total_votes: 1 })
  const log = await t.db.select().from(moderationActions).where(eq(moderationActions.action, 'release'))
  expect(log).toEqual([expect.objectContaining({ subjectId: poll!.id })])
  expect(log[0]?.reason).toContain('released the results')
})

test.each([
  { votes: 19, shows: true, turnout: null },
  { votes: 20, shows: true, turnout: 20 },
  { votes: 39, shows: true, turnout: 30 },
  { votes: 39, shows: false, turnout: null },
])('$votes answers to a poll that says how many answered: $shows, are $turnout', async ({ votes, shows, turnout }) => {
  await using t = await startTestApp()
  const poll = await t.make.poll({
    reveal: 'at_close',
    showsTurnout: shows,
    audience: 'circle',
    eligible: 240,
    quorum: 50,
  })
  await t.db.update(pollTotals).set({ hiddenVotes: votes }).where(eq(pollTotals.pollId, poll.id))
  const shown = (await t.call(getPoll, { params: { id: poll.id } })).json<Poll>()
  expect(shown).toMatchObject({ audience: 'circle', eligible: 240, quorum: 50, turnout, total_votes: 0 })
})

test('the result of a circle says who was invited, what the silent could change, and which list it was', async () => {
  await using t = await startTestApp()
  const admin = await t.make.user()
  const poll = await t.make.poll({ reveal: 'at_close', audience: 'circle', eligible: 30, quorum: 20 })
  const [circle] = await t.db.insert(circles).values({ name: 'Choir', createdBy: admin.id }).returning()
  const { id: categoryId } = (await t.db.select().from(categories))[0]!
  const closesAt = new Date(Date.now() + 60_000)
  const [paper] = await t.db
    .insert(papers)
    .values({
      circleId: circle!.id,
      title: 'Vote',
      questions: [],
      categoryId,
      reveal: 'at_close',
      closesAt,
      createdBy: admin.id,
    })
    .returning()
  await t.db.insert(paperPolls).values({ pollId: poll.id, paperId: paper!.id, position: 0 })
  const keys: Buffer[] = []
  for (let row = 0; row < 30; row++) {
    const emailKey = createHash('sha256').update(`row ${row}`).digest()
    keys.push(emailKey)
    const [key] = await t.db.insert(voterKeys).values({ emailKey }).returning()
    const [member] = await t.db
      .insert(circleMembers)
      .values({
        circleId: circle!.id,
        voterId: key!.voterId,
        email: `${row}@choir.example`,
        addedAt: new Date('2026-01-01'),
        struckAt: row < 5 ? new Date() : null,
      })
      .returning()
    await t.db.insert(ballots).values({
      paperId: paper!.id,
      memberId: member!.id,
      voterId: member!.voterId,
      seed: emailKey,
      tokenHash: emailKey,
      codeHash: emailKey,
      isLate: row > 26,
    })
  }
  // The rows of votes as a ballot paper writes them.
  for (let row = 0; row < 22; row++) await t.make.vote({ poll, user: await t.make.user(), option: row < 16 ? 0 : 1 })
  await close(t, poll)
  await t.db.transaction((tx) => revealResults(tx, poll.id))
  publishInvalidation(t.db, '/api/polls/')

  const csv = (await t.call(downloadPollTotals, { params: { id: poll.id } })).body
  for (const text of [
    '22 of 30 invited people answered by ',
    'By invitation to a list of 30 (Choir), 22 answered (73%); 5 struck, 3 added while it was open',
    '16 of 22 said yes (73%). All 30: between 53% and 80%, whatever the others think. The result would hold even if every silent one disagreed.',
    'Quorum 20 of 30: reached (22).',
    'They were hidden while voting was open, and are shown since ',
  ]) {
    expect(csv).toContain(text)
  }
  expect(csv).not.toContain('chose to vote')

  await sealClosedPolls(t.db, t.app.keys)
  const fetch = async (url: string) => {
    const { statusCode: status, body } = await t.app.inject({ url })
    return new Response(body, { status })
  }
  const report = await checkPoll({ poll: poll.id, fetch })
  expect(report?.problems).toEqual([])
  const list = createHash('sha256')
    .update(Buffer.concat(keys.toSorted(Buffer.compare)))
    .digest('hex')
  expect(report?.seal).toMatchObject({ reveal: 'at_close', eligible: 30, paper: 0, list })
})

test.each([
  { role: 'user', reveal: 'at_close', status: 403 },
  { role: 'user', reveal: 'always', status: 201 },
  { role: 'user', reveal: 'always', mailed_answers: false, status: 403 },
  { role: 'moderator', reveal: 'always', mailed_answers: false, status: 201 },
  { role: 'moderator', reveal: 'at_close', status: 201 },
  { role: 'admin', reveal: 'when_published', status: 201 },
  { role: 'admin', reveal: 'at_close', isScheduled: true, status: 201 },
] as const)(
  'a new poll of a $role with the results shown $reveal and answers by email $mailed_answers gets status $status',
  async ({ role, status, ...given }) => {
    await using t = await startTestApp()
    const user = await t.make.user({ role })
    const { isScheduled, ...choices } = { isScheduled: false, ...given }
    const date = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10)
    const later = { schedule_date: date, schedule_time: '12:00', user_timezone: 'UTC' }
    const poll = { question: 'Is it?', category: 'General', options: ['Yes', 'No'], ...choices, show_turnout: true }
    const body = { ...poll, ...(isScheduled && later) }
    const response = await t.as(user).call(createPoll, { body })
    expect(response.statusCode).toBe(status)
    if (status === 201)
      expect(response.json<Poll>()).toMatchObject({
        reveal: choices.reveal,
        results_hidden: choices.reveal !== 'always',
      })
    expect(await t.db.$count(polls)).toBe(status === 201 ? 1 : 0)
  },
)
