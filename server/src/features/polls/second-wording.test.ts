import { createHash, createHmac } from 'node:crypto'
import { givePendingAnswer } from '@wtpu/contract/polls/pending-answers'
import {
  castVote,
  createPoll,
  getPoll,
  getPollSummary,
  listMyVotes,
  listPolls,
  markNoOpinion,
  type Poll,
  tieRollCall,
  undoVote,
  votedWithOtherAccount,
} from '@wtpu/contract/polls/polls'
import { downloadPollTotals, getPollTotals, type PollTotals } from '@wtpu/contract/polls/totals'
import { listNotifications, type NotificationList } from '@wtpu/contract/notifications/notifications'
import { updateNotificationSettings } from '@wtpu/contract/notifications/settings'
import { wordingEffect } from '@wtpu/contract/polls/on-demand/wording-effect'
import { getMyWording, type MyWording } from '@wtpu/contract/polls/wording'
import { checkPoll } from '@wtpu/contract/tally/check.mjs'
import { getPollSeal } from '@wtpu/contract/tally/tally'
import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#db/schema/accounts.ts'
import { notificationEvents } from '#db/schema/notifications.ts'
import { pollArrivals, polls, pollVotes } from '#db/schema/polls.ts'
import { wordingOf } from '#db/site-keys.ts'
import { sealClosedPolls } from '#features/tally/seal.ts'
import { ago, counted as old } from '#testing/ago.ts'
import { writeDigest } from '#notifications/digest.ts'
import { findWrongCounters } from '#testing/counters.ts'
import { slow } from '#testing/races.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { drawShareImage } from '#site/share/drawing/draw.ts'
import { describeImage, findPollImage, siteLook } from '#site/share/find-share-image.ts'
import { hideContent, restoreContent } from '#writing/hide.ts'
import { readVotes } from '../common-ground/read-votes.ts'
import { castVote as storeVote } from './cast-vote.ts'

const options = ['Too little', 'About right', 'Too much']
const second_wording = { question: 'Assistance to the poor?', description: 'Is it enough?' }
const body = { question: 'Welfare?', category: 'General', options, duration_days: 7, second_wording }

const post = async (t: TestApp, more: object = {}, role: 'user' | 'moderator' = 'moderator') =>
  t.as(await t.make.user({ role, email_verified_at: ago('1 day') })).call(createPoll, { body: { ...body, ...more } })

async function makeTwo(t: TestApp): Promise<[Poll, Poll]> {
  const first = (await post(t)).json<Poll>()
  return [first, await read(t, first.wordings![1]!.poll)]
}
async function read(t: TestApp, id: number): Promise<Poll> {
  t.app.cache.invalidate('/api/polls/')
  return (await t.call(getPoll, { params: { id } })).json<Poll>()
}
const myWording = async (t: TestApp, user: { id: number }, poll: { id: number }) =>
  (await t.as(user).call(getMyWording, { params: { id: poll.id } })).json<MyWording>()
const vote = (t: TestApp, user: { id: number }, poll: Poll, option = 0) =>
  t.as(user).call(castVote, { params: { id: poll.id }, body: { option_id: poll.options[option]!.id } })
const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0)
const otherOf = (polled: readonly Poll[], { poll }: MyWording) => polled.find(({ id }) => id !== poll)!
const drawnOf = (polled: readonly Poll[], { poll }: MyWording) => polled.find(({ id }) => id === poll)!

test('each wording is a poll with its own votes, and lists and counts have the question once', async () => {
  await using t = await startTestApp()
  const [first, second] = await makeTwo(t)

  expect(first).toMatchObject({ question: 'Welfare?', description: '', total_votes: 0 })
  expect(second).toMatchObject({ ...second_wording, options: options.map((text) => ({ text })) })
  expect(second.wordings).toEqual(first.wordings)
  expect(first.wordings).toMatchObject([
    { poll: first.id, n: 0 },
    { poll: second.id, ...second_wording, n: 0 },
  ])
  expect([0, 1]).toContain(first.visitor_wording)
  const listed = async (q?: string) => {
    const found = (await t.call(listPolls, { querystring: q === undefined ? {} : { q } })).json<Poll[]>()
    return found.map(({ id }) => id)
  }
  expect(await listed()).toEqual([first.id])
  expect(await listed('assistance')).toEqual([second.id])
  expect(await listed('general')).toEqual([first.id])
  expect((await t.call(getPollSummary, {})).json()).toMatchObject({ active_polls: 1 })
  const closings = await t.db.select().from(notificationEvents).where(eq(notificationEvents.kind, 'poll_closed'))
  expect(closings.map(({ contentId }) => contentId)).toEqual(expect.arrayContaining([first.id, second.id]))
  const one = await t.make.poll()
  expect(await read(t, one.id)).toMatchObject({ wordings: null, visitor_wording: null })
})

test('a member gets the same wording on each device, account of the mailbox and server', async () => {
  await using t = await startTestApp()
  await using other = await startTestApp({ jwtSecret: t.config.jwtSecret }, undefined, t.url)
  const [first, second] = await makeTwo(t)
  const [ada, alias] = [await t.make.user(), await t.make.user()]
  const [owner] = await t.db.select().from(users).where(eq(users.id, ada.id))
  await t.db.update(users).set({ voterId: owner!.voterId }).where(eq(users.id, alias.id))

  const mine = await myWording(t, ada, first)

  expect(mine.poll).toBe([first, second][mine.wording]!.id)
  const again = [myWording(t, ada, second), myWording(t, alias, first), myWording(other, ada, first)]
  for (const answer of await Promise.all(again)) expect(answer).toEqual(mine)
  expect((await t.as(ada).call(getMyWording, { params: { id: (await t.make.poll()).id } })).statusCode).toBe(404)
  const key = t.app.keys.wordingKeyOf(first.id)
  expect(mine.key_hash).toBe(createHash('sha256').update(key).digest('hex'))
  expect(mine.wording).toBe(createHmac('sha256', key).update(String(mine.voter)).digest()[0]! & 1)
})

test('a vote keeps whether its wording was drawn, and a voter has one vote for both', async () => {
  await using t = await startTestApp()
  const both = await makeTwo(t)
  const [ada, grace] = [await t.make.user(), await t.make.user()]
  const [ofAda, ofGrace] = [await myWording(t, ada, both[0]), await myWording(t, grace, both[0])]

  expect((await vote(t, ada, drawnOf(both, ofAda))).statusCode).toBe(200)
  expect((await vote(t, ada, otherOf(both, ofAda))).json()).toMatchObject({ code: 'already_voted' })
  const chosen = await vote(t, grace, otherOf(both, ofGrace))
  const votes = await t.db.select().from(pollVotes).orderBy(pollVotes.userId)

  expect(votes.map(({ isDrawn, pairId }) => [isDrawn, pairId])).toEqual([
    [true, both[0].id],
    [false, both[0].id],
  ])
  // Nobody is told whose vote saw what.
  expect(chosen.body).not.toContain('drawn"')
  expect(await findWrongCounters(t.db)).toEqual([])
})

test('two requests at once for both wordings store one vote', async () => {
  await using t = await startTestApp()
  const both = await makeTwo(t)
  const user = await t.make.user()

  const answers = await Promise.all(both.map((poll) => vote(t, user, poll)))

  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await t.db.$count(pollVotes)).toBe(1)
})

test('who takes a vote back gets the same wording again, and cannot take it back in the other one', async () => {
  await using t = await startTestApp()
  const both = await makeTwo(t)
  const user = await t.make.user()
  const mine = await myWording(t, user, both[0])
  const [drawn, other] = [drawnOf(both, mine), otherOf(both, mine)]
  await vote(t, user, drawn)
  expect((await t.as(user).call(undoVote, { params: { id: drawn.id } })).statusCode).toBe(200)

  expect(await myWording(t, user, both[0])).toEqual(mine)
  expect((await vote(t, user, other)).json()).toMatchObject({ undo_until: null })
  expect((await t.as(user).call(undoVote, { params: { id: other.id } })).json()).toMatchObject({ code: 'vote_final' })
  expect((await t.as(user).call(listMyVotes, {})).json()).toMatchObject([{ poll: other.id }])
})

test('an answer that waited counts in the wording that was seen, is not compared, and is final for both', async () => {
  await using t = await startTestApp({ votesNeedConfirmedEmail: true })
  const both = await makeTwo(t)
  const user = await t.make.user()
  const give = (poll: Poll) =>
    t.as(user).call(givePendingAnswer, { params: { id: poll.id }, body: { option_id: poll.options[1]!.id } })
  for (const poll of both) expect((await give(poll)).json()).toEqual({ state: 'waiting' })
  await t.db.update(users).set({ emailVerifiedAt: ago('1 day') })
  await t.app.db.transaction(async (tx) => t.app.pendingAnswers.makeDue(tx, user.id))
  for (let run = 0; run < 2; run++) {
    await t.db.execute(`update pending_answers set due_at = now() where state = 'due'`)
    await t.app.pendingAnswers.castDue()
  }

  const votes = await t.db.select().from(pollVotes)

  expect(votes).toMatchObject([
    { isDrawn: false, optionId: both.find(({ id }) => id === votes[0]!.pollId)!.options[1]!.id },
  ])
  const states = await t.db.execute<{ state: string }>('select state from pending_answers order by 1')
  expect(states.rows.map(({ state }) => state)).toEqual(['already_voted', 'counted'])
})

test.each([
  [
    'the same text',
    { second_wording: { question: ' welfare? ' } },
    'second_wording',
    'The second wording is the same as the first.',
  ],
  [
    'no question',
    { second_wording: { question: ' ', description: 'Is it?' } },
    'second_wording',
    'The second wording needs a question.',
  ],
  [
    'a long question',
    { second_wording: { question: 'x'.repeat(301) } },
    'second_wording',
    expect.stringContaining('300'),
  ],
  [
    'a vote of Congress',
    { roll_call: 1 },
    'roll_call',
    'A poll with two wordings cannot be tied to a vote of Congress.',
  ],
  ['results that staff show', { reveal: 'when_published' }, 'reveal', expect.stringContaining('shown always')],
  [
    'options of its own',
    { second_wording: { question: 'A?', options: ['More', 'Less'] } },
    'second_wording',
    'has no field “options”',
  ],
  [
    'a third wording',
    { second_wording: [{ question: 'A?' }, { question: 'B?' }] },
    'second_wording',
    expect.any(String),
  ],
])('refuses %s', async (_, more, field, message) => {
  await using t = await startTestApp()

  const refused = await post(t, more)

  expect(refused.statusCode).toBe(400)
  expect(refused.json().fields[field]).toContainEqual(message)
  expect(await t.db.$count(polls)).toBe(0)
})

test('the database takes no third wording, and neither tie nor options of two wordings change', async () => {
  await using t = await startTestApp()
  const [first, second] = await makeTwo(t)
  const staff = await t.make.user({ role: 'moderator' })
  const third = await t.make.poll()
  for (const twinId of [first.id, second.id]) {
    const changed = t.db.update(polls).set({ twinId }).where(eq(polls.id, third.id))
    await expect(changed).rejects.toMatchObject({ cause: { code: '23505' } })
  }
  const tie = { roll_call: 1, roll_call_options: { yea: 0, nay: 1 } }
  const tied = await t.as(staff).call(tieRollCall, { params: { id: second.id }, body: tie })
  expect(tied.json()).toMatchObject({ code: 'invalid' })
  expect(tied.body).toContain('two wordings')
  const author = await t.db.select({ id: polls.creatorId }).from(polls).where(eq(polls.id, first.id))
  const marked = await t
    .as({ id: author[0]!.id! })
    .call(markNoOpinion, { params: { id: first.id }, body: { options: [0] } })
  expect(marked.body).toContain('keeps its options')
})

test('both wordings are removed and restored together', async () => {
  await using t = await startTestApp()
  const both = await makeTwo(t)
  const isShown = async () =>
    Promise.all(both.map(async ({ id }) => (await t.call(getPoll, { params: { id } })).statusCode))
  await hideContent(t.db, { kind: 'poll', id: both[1].id }, 'Spam')
  t.app.cache.invalidate('/api/polls/')
  expect(await isShown()).toEqual([404, 404])
  await restoreContent(t.db, { kind: 'poll', id: both[0].id })
  t.app.cache.invalidate('/api/polls/')
  expect(await isShown()).toEqual([200, 200])
})

test('visitors share one of the wordings in frames, which sends the answer to that poll', async () => {
  await using t = await startTestApp()
  const seen = new Set<number>()
  for (let made = 0; made < 8; made++) {
    const both = await makeTwo(t)
    const variant = both[both[0].visitor_wording!]!
    for (const { id } of both) {
      const { body: page } = await t.app.inject(`/embed/polls/${id}`)
      expect(page).toContain(`<h1 id="question" dir="auto">${variant.question}</h1>`)
      expect(page).toContain(`action="/embed/polls/${variant.id}?theme=auto"`)
      expect(page).toContain('<dt>The other wording</dt>')
    }
    seen.add(both[0].visitor_wording!)
    await t.db.execute('delete from attempts')
  }
  expect(seen.size).toBe(2)
})

/** 153 voters, two thirds of them with the wording that was drawn for them. */
async function collect(t: TestApp): Promise<[Poll, Poll]> {
  const both = await makeTwo(t)
  const people = await Promise.all(Array.from({ length: 153 }, () => t.make.user(old)))
  for (const [index, user] of people.entries()) {
    const mine = await myWording(t, user, both[0])
    await vote(t, user, (index % 3 === 2 ? otherOf : drawnOf)(both, mine), index % 2)
  }
  return both
}

test('results are two blocks with their own n in files, and the comparison knows those alone for whom it was drawn', async () => {
  await using t = await startTestApp()
  const both = await collect(t)
  const [a, b] = [await read(t, both[0].id), await read(t, both[1].id)]

  const totals = (await t.call(getPollTotals, { params: a })).json<PollTotals>()
  const csv = (await t.call(downloadPollTotals, { params: a })).body

  expect(a.total_votes + b.total_votes).toBe(153)
  expect(totals).toMatchObject({ total_votes: a.total_votes, wordings: [{ n: a.total_votes }, { n: b.total_votes }] })
  expect(totals.method.other_wording).toMatchObject({ poll: b.id, n: b.total_votes, is_second: true })
  expect(totals.method.other_wording?.effect).toMatchObject({
    sentence: 'Too few answers to say what the wording does.',
    differences: [],
  })
  expect(csv).toContain(`Too little,${a.options[0]!.vote_count}`)
  expect(csv).toContain(`Total,${a.total_votes},,Welfare?\r\n`)
  expect(csv).toContain(`Total,${b.total_votes},,Assistance to the poor?\r\n`)
  for (const text of [csv, JSON.stringify(totals), JSON.stringify(a)]) expect(text).not.toMatch(/\b153\b/)
  for (const { id, options: chosen } of [a, b]) {
    const [row] = await t.db.select().from(pollArrivals).where(eq(pollArrivals.pollId, id))
    const isCounted = and(eq(pollVotes.pollId, id), eq(pollVotes.isDrawn, true))
    const drawn = chosen.reduce((sum, option) => sum + (row!.shown![`wording_${option.id}`] ?? 0), 0)
    expect(drawn).toBeGreaterThan(20)
    expect(drawn).toBeLessThanOrEqual(await t.db.$count(pollVotes, isCounted))
  }
  const read2 = await readVotes(t.db)
  expect(read2.map(({ id }) => id)).toEqual([a.id, b.id])
})

test(
  'a thousand visitors who reload until they like the wording change the totals, and not the comparison',
  slow,
  async () => {
    await using t = await startTestApp()
    const both = await makeTwo(t)
    const { rows: people } = await t.db.execute<{ id: number; voter: number }>(sql`
    insert into users (first_name, last_name, username, email, email_verified_at, created_at)
    select 'Casey', 'Voter', 'voter' || n, 'voter' || n || '@wtpu.example', now(), now() - interval '10 days'
    from generate_series(1, 1400) n returning id, voter_id as voter`)
    const drawn = both.map(({ options: of }) => of.map(() => 0))
    await Promise.all(
      people.slice(0, 400).map(({ id: userId, voter }, index) => {
        const drawWording = (pair: number) => wordingOf(t.app.keys, pair, voter)
        const wording = drawWording(both[0].id)
        const option = index % 5 < 2 + wording ? 0 : 1
        drawn[wording]![option]!++
        const { id: pollId, options: of } = both[wording]!
        return storeVote(t.app.db, { userId, pollId, optionId: of[option]!.id, confirmedOnly: true, drawWording })
      }),
    )
    const visitors = people.slice(400).map(({ id }) => id)
    // Four of five reload until they see the second wording. All choose its first option.
    await t.db.execute(sql`
    insert into pending_answers (user_id, poll_id, option_id, state, due_at)
    select id, case when n % 5 = 0 then ${both[0].id}::int else ${both[1].id}::int end,
      case when n % 5 = 0 then ${both[0].options[0]!.id}::int else ${both[1].options[0]!.id}::int end, 'due', now()
    from unnest(${sql.param(visitors)}::int[]) with ordinality as visitor(id, n)`)
    await t.app.pendingAnswers.castDue()

    const [first, second] = [await read(t, both[0].id), await read(t, both[1].id)]
    const { method } = (await t.call(getPollTotals, { params: first })).json<PollTotals>()
    expect([first.total_votes, second.total_votes]).toEqual([0, 1].map((n) => sumOf(drawn[n]!) + [200, 800][n]!))
    expect(sumOf(drawn[1]!)).toBeGreaterThan(150)
    expect(method.other_wording?.effect).toEqual(wordingEffect(options, drawn[0]!, drawn[1]!))
  },
)

test('a share image and its description say which of two wordings they show, with its own votes', async () => {
  await using t = await startTestApp()
  const both = await makeTwo(t)
  const user = await t.make.user()
  await vote(t, user, both[1], 1)
  const [first, second] = [
    await findPollImage(t.db, both[0].id, t.config),
    await findPollImage(t.db, both[1].id, t.config),
  ]

  expect(first).toMatchObject({ question: 'Welfare?', wording: 'first', totalVotes: 0 })
  expect(second).toMatchObject({ question: 'Assistance to the poor?', wording: 'second', totalVotes: 1 })
  expect(describeImage(second!)).toContain(
    'Assistance to the poor? This is the second of two wordings. Votes so far: Too little: 0, About right: 1',
  )
  const drawn = await Promise.all(
    [first!, second!, { ...second!, wording: undefined }].map((image) => drawShareImage({ image, look: siteLook() })),
  )
  expect(new Set(drawn.map((png) => png.toString('base64'))).size).toBe(3)
})

test('notices and digests name the wording that their reader sees, before and after the answer', async () => {
  await using t = await startTestApp()
  const both = await makeTwo(t)
  const readers: { user: { id: number }; drawn: Poll; other: Poll }[] = []
  while (readers.length < 3 || new Set(readers.map(({ drawn }) => drawn.id)).size < 2) {
    const user = await t.make.user(old)
    const mine = await myWording(t, user, both[0])
    await t.as(user).call(updateNotificationSettings, { body: { ways: { daily_question: 'site' } } })
    readers.push({ user, drawn: drawnOf(both, mine), other: otherOf(both, mine) })
  }
  await t.db.update(users).set({ newsletter: true })
  const tell = async (kind: 'daily_question' | 'poll_closed', polled: readonly Poll[]) => {
    const about = polled.map(({ id }) => ({ kind, contentKind: 'poll', contentId: id }))
    await t.db.insert(notificationEvents).values(about)
    await t.app.notifications.idle()
  }
  const told = async ({ user }: (typeof readers)[number]) => {
    const { results } = (await t.as(user).call(listNotifications, { querystring: {} })).json<NotificationList>()
    return results.map(({ kind, subject, url }) => [kind, subject.title, url])
  }
  const digestOf = async ({ user }: (typeof readers)[number]) =>
    (await t.db.transaction((tx) => writeDigest(tx, t.app, user.id)))?.text ?? ''

  for (const reader of readers) {
    const digest = await digestOf(reader)
    expect([digest.includes(reader.drawn.question), digest.includes(reader.other.question)]).toEqual([true, false])
  }
  const [early, ...others] = readers
  // As a visitor, perhaps. It is an answer to the question of the day, too.
  await vote(t, early!.user, early!.other)
  await tell('daily_question', [both[0]])
  expect(await told(early!)).toEqual([])
  for (const reader of others) {
    const { id, question } = reader.drawn
    expect(await told(reader)).toEqual([['daily_question', question, `/polls/${id}#notice`]])
    await vote(t, reader.user, reader.drawn)
  }
  await tell('poll_closed', both)
  expect(await told(early!)).toEqual([['poll_closed', early!.other.question, `/polls/${early!.other.id}#notice`]])
  for (const reader of others) {
    expect((await told(reader))[0]).toEqual(['poll_closed', reader.drawn.question, `/polls/${reader.drawn.id}#notice`])
  }
})

test('from a hundred drawn voters in each, the method says what the wording did', async () => {
  await using t = await startTestApp()
  const both = await makeTwo(t)
  const shown = [
    [285, 848, 0],
    [825, 307, 0],
  ]
  for (const [index, { id, options: of }] of both.entries()) {
    const counts = Object.fromEntries(of.map((option, place) => [`wording_${option.id}`, shown[index]![place]!]))
    await t.db
      .update(pollArrivals)
      .set({ shown: { votes: 1_133, ...counts } })
      .where(eq(pollArrivals.pollId, id))
  }

  for (const { id } of both) {
    const csv = (await t.call(downloadPollTotals, { params: { id } })).body
    expect(csv).toContain(
      'The wording moves “Too little” by 48 points (44 to 51). This interval is about these 2,265 voters',
    )
  }
})

test('without the key that drew the wordings of a poll, they are not compared, and the results say so', async () => {
  await using t = await startTestApp()
  const both = await makeTwo(t)
  for (const { id, options: of } of both) {
    const counts = Object.fromEntries(of.map((option, place) => [`wording_${option.id}`, 100 + place]))
    await t.db
      .update(pollArrivals)
      .set({ shown: { votes: 303, ...counts } })
      .where(eq(pollArrivals.pollId, id))
  }
  const sentence = async (app: TestApp, poll: Poll) => {
    app.app.cache.invalidate('/api/polls/')
    const { method } = (await app.call(getPollTotals, { params: poll })).json<PollTotals>()
    return method.other_wording?.effect?.sentence
  }
  expect(await sentence(t, both[0])).not.toContain('lost')
  await using other = await startTestApp({ jwtSecret: 'another secret'.repeat(4) }, undefined, t.url)
  for (const poll of both) {
    expect(await sentence(other, poll)).toBe('The wordings are not compared, because the key that drew them was lost.')
  }
  expect(await sentence(other, (await makeTwo(other))[0])).not.toContain('lost')
})

test('a poll that closes between the draw and the vote takes no vote, and keeps the draw', async () => {
  await using t = await startTestApp()
  const both = await makeTwo(t)
  const user = await t.make.user()
  const mine = await myWording(t, user, both[0])
  await t.db.update(polls).set({ publishedAt: ago('1 day'), closesAt: ago('1 second') })

  expect((await vote(t, user, drawnOf(both, mine))).json()).toMatchObject({ code: 'poll_closed' })
  expect(await t.db.$count(pollVotes)).toBe(0)
  expect(await myWording(t, user, both[0])).toEqual(mine)
})

test('two accounts of a mailbox have one vote for both wordings', async () => {
  await using t = await startTestApp()
  const both = await makeTwo(t)
  const [ada, alias] = [await t.make.user(), await t.make.user()]
  const [owner] = await t.db.select().from(users).where(eq(users.id, ada.id))
  await t.db.update(users).set({ voterId: owner!.voterId }).where(eq(users.id, alias.id))

  expect((await vote(t, ada, both[0])).statusCode).toBe(200)
  expect((await vote(t, alias, both[1])).json()).toMatchObject({ code: 'already_voted', detail: votedWithOtherAccount })
  expect(await t.db.$count(pollVotes)).toBe(1)
})

interface ShownWording {
  question: string
  n: number
  options: { text: string; votes?: number; vote_count?: number }[]
}
interface Shown {
  wordings: ShownWording[]
  method: { other_wording: ShownWording }
}

test('the check finds a swapped wording and a key that does not fit', async () => {
  await using t = await startTestApp()
  const both = await makeTwo(t)
  const people = await Promise.all(Array.from({ length: 50 }, () => t.make.user(old)))
  for (const user of people) await vote(t, user, drawnOf(both, await myWording(t, user, both[0])))
  await t.db.update(pollVotes).set({ createdAt: ago('2 hours') })
  await t.db.update(polls).set({ publishedAt: ago('1 day'), closesAt: ago('1 hour') })
  expect((await t.call(getPoll, { params: both[0] })).body).not.toContain(
    t.app.keys.wordingKeyOf(both[0].id).toString('hex'),
  )
  await sealClosedPolls(t.db, t.app.keys)
  t.app.cache.invalidate('/api/polls/')
  const mine = await myWording(t, people[0]!, both[0])
  const find = async (
    poll: number,
    receipt?: { voter: number; keyHash: string },
    change = (text: string) => text,
    of = `/${both[1].id}/seal.json`,
  ) => {
    const fetch = async (url: string) => {
      const { body: text, statusCode } = await t.app.inject(url)
      return new Response(url.endsWith(of) ? change(text) : text, { status: statusCode })
    }
    const report = await checkPoll({ poll, fetch, ...(receipt && { receipt }) })
    return report!.problems.map(({ kind }) => kind)
  }
  const receipt = { voter: mine.voter, keyHash: mine.key_hash }

  const entry = JSON.parse((await t.call(getPollSeal, { params: { id: mine.poll } })).json().entry)
  expect(entry.wording).toEqual({
    pair: both[0].id,
    wording: mine.wording,
    key: t.app.keys.wordingKeyOf(both[0].id).toString('hex'),
  })
  expect(await find(mine.poll, receipt)).toEqual([])
  expect(await find(otherOf(both, mine).id, receipt)).toEqual(['swapped_wording'])
  expect(await find(mine.poll, { ...receipt, keyHash: '0'.repeat(64) })).toEqual(['wrong_wording_key'])
  const otherKey = (text: string) => text.replace(entry.wording.key, 'f'.repeat(64))
  expect(await find(both[0].id, { ...receipt, voter: mine.voter }, otherKey)).toContain('wrong_wording_key')
  const otherCount = (text: string) => text.replace(/votes\\":(\d+)/, (_, votes) => `votes\\":${Number(votes) + 1}`)
  expect(await find(both[0].id, undefined, otherCount)).toContain('replaced_entry')

  // What is shown beside the result of each wording.
  const ways: [string, (one: ShownWording) => void][] = [
    ['changed_text', (one) => (one.question += '!')],
    ['changed_text', (one) => (one.options[0]!.text = 'None')],
    ['changed_count', (one) => (one.n += 1)],
    [
      'changed_count',
      (one) => one.options.forEach((option) => (option[option.votes === undefined ? 'vote_count' : 'votes'] = 1)),
    ],
    ['changed_text', (one) => one.options.pop()],
  ]
  const places: [string, (shown: Shown) => ShownWording][] = [0, 1].flatMap((index): typeof places => [
    [`/api/polls/${both[0].id}/`, ({ wordings }) => wordings[index]!],
    ['totals.json', ({ wordings }) => wordings[index]!],
    ['totals.json', ({ method }) => method.other_wording],
  ])
  for (const [of, place] of places)
    for (const [kind, way] of ways) {
      const change = (text: string) => {
        const shown = JSON.parse(text)
        if (Array.isArray(shown.wordings)) way(place(shown))
        return JSON.stringify(shown)
      }
      expect([of, String(way), await find(both[0].id, undefined, change, of)]).toEqual([
        of,
        String(way),
        expect.arrayContaining([kind]),
      ])
    }
  const swap = (text: string) => text.replace('"is_second":true', '"is_second":false')
  expect(await find(both[0].id, undefined, swap, 'totals.json')).toEqual(['changed_method'])
})
