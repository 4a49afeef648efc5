import { updateNotificationSettings } from '@wtpu/contract/notifications/settings'
import { dayText } from '@wtpu/contract/polls/on-demand/method'
import { methodRows } from '@wtpu/contract/polls/on-demand/method-rows'
import * as admin from '@wtpu/contract/polls/on-demand/question-queue'
import { castVote } from '@wtpu/contract/polls/polls'
import { getQuestionOfTheDay, type QuestionOfTheDay } from '@wtpu/contract/polls/question-of-the-day'
import { getPollTotals } from '@wtpu/contract/polls/totals'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { questionBegins, questionDay } from '#db/question-day.ts'
import { moderationActions } from '#db/schema/moderation.ts'
import { notifications } from '#db/schema/notifications.ts'
import { dailyQuestions, polls, questionQueue } from '#db/schema/polls.ts'
import { startTestApp, type TestApp } from '#testing/test-app.ts'
import { findQuestionOfTheDay, startQuestion } from './question-of-the-day.ts'

const hours = (count: number) => new Date(Date.now() + count * 3_600_000)
const dayAgo = (days: number) => sql`${questionDay()} - ${days}::int`
/** Polls that wait since the day before yesterday. */
const queue = (t: TestApp, chosen: { id: number }[]) =>
  t.db
    .insert(questionQueue)
    .values(chosen.map(({ id }, index) => ({ pollId: id, position: index + 1, createdAt: hours(-48) })))
const waiting = async (t: TestApp) =>
  (await t.db.select().from(questionQueue).orderBy(questionQueue.position)).map(({ pollId }) => pollId)
const asked = async (t: TestApp) => (await t.db.select().from(dailyQuestions)).map(({ pollId }) => pollId)

test('a day begins at 7 in the zone of the site, also on days when clocks change', async () => {
  await using t = await startTestApp({ siteTimeZone: 'America/New_York' })
  const cases = [
    ['before 7', '2026-01-15T11:59:59Z', '2026-01-14', '2026-01-14T12:00:00Z'],
    ['at 7', '2026-01-15T12:00:00Z', '2026-01-15', '2026-01-15T12:00:00Z'],
    ['after midnight', '2026-01-16T05:30:00Z', '2026-01-15', '2026-01-15T12:00:00Z'],
    ['before 7, clocks go forward', '2026-03-08T10:59:59Z', '2026-03-07', '2026-03-07T12:00:00Z'],
    ['at 7, clocks go forward', '2026-03-08T11:00:00Z', '2026-03-08', '2026-03-08T11:00:00Z'],
    ['before 7, clocks go back', '2026-11-01T11:59:59Z', '2026-10-31', '2026-10-31T11:00:00Z'],
    ['at 7, clocks go back', '2026-11-01T12:00:00Z', '2026-11-01', '2026-11-01T12:00:00Z'],
  ] as const
  for (const [name, at, day, begins] of cases) {
    const moment = sql`${at}::timestamptz`
    const { rows } = await t.db.execute(sql`select ${questionDay(moment)}::text as day,
      ${questionBegins(questionDay(moment))} = ${begins}::timestamptz as begins`)
    expect(rows, name).toEqual([{ day, begins: true }])
  }
})

test('shows the chosen question to all, that of yesterday with its result, and when the next one begins', async () => {
  await using t = await startTestApp()
  const [today, yesterday, hidden, next] = [
    await t.make.poll(),
    await t.make.poll({ closes_at: hours(-2) }),
    await t.make.poll({ reveal: 'at_close' }),
    await t.make.poll(),
  ]
  await t.make.vote({ poll: yesterday, user: await t.make.user() })
  const body = { option_id: hidden.options[0]!.id }
  const cast = await t.as(await t.make.user()).call(castVote, { params: { id: hidden.id }, body })
  expect(cast.statusCode, cast.body).toBe(200)
  const newest = await t.make.poll({ published_at: hours(-0.01) })
  const read = () => findQuestionOfTheDay(t.db)
  const shared = await t.call(getQuestionOfTheDay, {})
  expect(shared.json<QuestionOfTheDay>()).toMatchObject({
    today: { id: newest.id },
    is_chosen: false,
    yesterday: null,
    next_at: null,
  })
  expect(shared.headers['etag']).toBeTruthy()

  await t.db.insert(dailyQuestions).values([
    { day: dayAgo(0), pollId: today.id },
    { day: dayAgo(1), pollId: yesterday.id },
  ])
  await queue(t, [next])
  expect(await read()).toMatchObject({
    today: { id: today.id },
    is_chosen: true,
    yesterday: { id: yesterday.id, total_votes: 1 },
    next_at: expect.any(String),
  })
  const totals = await t.call(getPollTotals, { params: { id: yesterday.id } })
  const { rows } = await t.db.execute<{ day: string }>(sql`select (${dayAgo(1)})::text as day`)
  expect(new Map(methodRows(totals.json())).get('How they came')).toContain(
    `Question of the day on ${dayText(rows[0]?.day ?? '', 'UTC')}, `,
  )
  // A poll that will have ended by then is no next question.
  await t.db
    .update(polls)
    .set({ closesAt: sql`now() + interval '1 second'` })
    .where(sql`id = ${next.id}`)
  expect((await read()).next_at).toBeNull()

  await t.db
    .update(polls)
    .set({ closesAt: sql`now()` })
    .where(sql`id = ${today.id}`)
  await t.db
    .update(dailyQuestions)
    .set({ pollId: hidden.id })
    .where(sql`day = ${dayAgo(1)}`)
  expect(await read()).toMatchObject({
    today: { id: newest.id },
    is_chosen: false,
    yesterday: { id: hidden.id, results_hidden: true, total_votes: 0 },
  })
})

test('starts one question a day on two servers, without polls that ended or were removed', async () => {
  await using t = await startTestApp()
  const [ended, removed, first, second] = [
    await t.make.poll({ closes_at: hours(-1) }),
    await t.make.poll(),
    await t.make.poll(),
    await t.make.poll(),
  ]
  await t.db
    .update(polls)
    .set({ removedAt: sql`now()` })
    .where(sql`id = ${removed.id}`)
  await queue(t, [ended, removed, first, second])

  await Promise.all([1, 2, 3, 4].map(() => startQuestion(t.db)))
  expect(await asked(t)).toEqual([first.id])
  expect(await waiting(t)).toEqual([ended.id, removed.id, second.id])

  await t.db.update(dailyQuestions).set({ day: dayAgo(1) })
  await startQuestion(t.db)
  expect(await asked(t)).toEqual([first.id, second.id])
})

test('notifies once those who asked for it and have not answered, and nobody by default', async () => {
  await using t = await startTestApp()
  await using other = await startTestApp({}, undefined, t.url)
  const people = [await t.make.user(), await t.make.user(), await t.make.user(), await t.make.user()]
  const [wants, answered, off] = people
  const set = (user: { id: number }, way: 'site' | 'off') =>
    t.as(user).call(updateNotificationSettings, { body: { ways: { daily_question: way } } })
  for (const user of [wants!, answered!]) expect((await set(user, 'site')).statusCode).toBe(200)
  await set(off!, 'off')
  const poll = await t.make.poll()
  await t.make.vote({ poll, user: answered! })
  const deliver = async () => {
    await Promise.all([startQuestion(t.db), startQuestion(other.db)])
    await Promise.all([t.app.notifications.idle(), other.app.notifications.idle()])
    await t.app.notifications.idle()
    return t.db.select().from(notifications)
  }
  expect(await deliver()).toEqual([])

  await queue(t, [poll])
  const once = [expect.objectContaining({ userId: wants!.id, kind: 'daily_question', subjectId: poll.id })]
  expect(await deliver()).toEqual(once)
  expect(await deliver()).toEqual(once)

  // Added after 7, when no question was chosen: it begins, and notifies nobody.
  await t.db.delete(dailyQuestions)
  await t.db.insert(questionQueue).values({ position: 1, pollId: (await t.make.poll()).id, createdAt: sql`now()` })
  expect(await deliver()).toEqual(once)
  expect(await asked(t)).toHaveLength(1)
})

test('admins add open polls, move them and take them off, at once and 14 at most', async () => {
  await using t = await startTestApp()
  const admins = [await t.make.user({ role: 'admin' }), await t.make.user({ role: 'admin' })]
  const [ada, ben] = admins.map((user) => t.as(user))
  const made = await Promise.all(Array.from({ length: 16 }, () => t.make.poll()))
  const closed = await t.make.poll({ closes_at: hours(-1) })
  const ids = made.map(({ id }) => id)
  const add = (as: typeof ada, id: number) => as!.call(admin.queueQuestion, { params: { id } })
  const move = (as: typeof ada, id: number, direction: 'up' | 'down') =>
    as!.call(admin.moveQuestion, { params: { id }, body: { direction } })
  const codeOf = ({ statusCode, body }: Awaited<ReturnType<typeof add>>) =>
    statusCode === 200 ? 200 : JSON.parse(body).code

  expect((await t.as(await t.make.user({ role: 'moderator' })).call(admin.getQuestionQueue, {})).statusCode).toBe(404)
  expect(codeOf(await add(ada, closed.id))).toBe('poll_closed')
  expect((await add(ada, closed.id + 1)).statusCode).toBe(404)
  for (const id of ids.slice(0, 13)) await add(ada, id)
  await add(ben, ids[0]!)
  const added = await Promise.all([add(ada, ids[13]!), add(ben, ids[14]!)])
  expect(new Set(added.map(codeOf))).toEqual(new Set([200, 'question_queue_full']))

  await Promise.all([move(ada, ids[3]!, 'up'), move(ben, ids[3]!, 'up'), move(ada, ids[0]!, 'up')])
  expect((await waiting(t)).slice(0, 5)).toEqual([ids[0], ids[3], ids[1], ids[2], ids[4]])
  const removed = await Promise.all(
    [ada, ben].map((as) => as!.call(admin.unqueueQuestion, { params: { id: ids[0]! } })),
  )
  expect(new Set(removed.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 404]))
  expect((await waiting(t)).slice(0, 3)).toEqual([ids[3], ids[1], ids[2]])

  // What has ended leaves the list, and its place.
  await t.db
    .update(polls)
    .set({ closesAt: sql`now()` })
    .where(sql`id = ${ids[1]!}`)
  await startQuestion(t.db)
  const shown = (await ada!.call(admin.getQuestionQueue, {})).json<admin.QuestionQueue>()
  expect([shown.today?.id, ...shown.queue.slice(0, 2).map(({ id }) => id)]).toEqual([ids[3], ids[2], ids[4]])
  expect(codeOf(await add(ada, ids[3]!))).toBe('question_asked')
  // Who moves a question is not in the log.
  expect((await t.db.select().from(moderationActions)).map(({ reason }) => reason).slice(-2)).toEqual([
    'A poll was added to the questions of the day.',
    'A poll was taken off the questions of the day.',
  ])
})
