import type { Input } from '@wtpu/contract/endpoint'
import { lengthProblem } from '@wtpu/contract/lengths'
import { recordModeration, requireModerator } from '#community/moderation.ts'
import { pollTemplates } from '@wtpu/contract/site/poll-templates'
import { users } from '#db/schema/accounts.ts'
import { type Inserted, publish } from '#writing/publish.ts'
import {
  type createPoll as endpoint,
  defaultDuration,
  descriptionMaxLength,
  durations,
  type Poll,
  questionMaxLength,
} from '@wtpu/contract/polls/polls'
import { haveOwnOrder } from '@wtpu/contract/polls/on-demand/own-order'
import { findOptionsProblem } from '@wtpu/contract/polls/on-demand/options'
import { scheduledDuration } from '@wtpu/contract/polls/scheduled'
import { sameWording, wordingsAreNotTied } from '@wtpu/contract/polls/wording'
import { toSingleLine, toParagraphs, writtenOf } from '@wtpu/contract/schemas'
import { comparisonKey } from '@wtpu/contract/writing/on-demand/comparison-key'
import { and, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { PgInsertValue } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { politicians } from '#db/schema/politicians.ts'
import { categories, pollOptions, polls } from '#db/schema/polls.ts'
import { addTitleWords } from '#search/words.ts'
import { isScheduledPoll } from '#db/visibility.ts'
import type { Writer } from '#http/auth.ts'
import { ApiError, invalidInput, notFound, problemsByField } from '#http/errors.ts'
import { countAttempt, refundAttemptOf } from '#http/limits/attempts.ts'
import { accountLimits } from '#http/limits/rate-limit.ts'
import { notifyOfPolls } from '#notifications/events.ts'
import { publishInvalidation } from '#live/publish.ts'
import { findNoOpinion } from './no-opinion.ts'
import { requirePoll } from './queries.ts'
import { findTie, insertTie } from './roll-call-tie.ts'
import { checkSchedule, wallTimeToInstant } from './schedule.ts'

type NewPoll = Input<typeof endpoint>['body'] & Writer & { staffId?: number }

const dayMs = 24 * 60 * 60_000

/** Publishes a poll now or at a scheduled local time. Reports all invalid fields at once. */
export async function createPoll(db: Db, input: NewPoll, now = new Date()): Promise<Poll> {
  // Positions of the input count empty options, which are not stored.
  const options = (input.options ?? []).map(toSingleLine)
  const text = {
    question: toSingleLine(input.question ?? ''),
    description: toParagraphs(input.description ?? ''),
    options: options.filter(Boolean),
  }
  const fields = validateText(text)
  const schedule = scheduleOf(input, fields, now)
  const references = await findReferences(db, input, fields)
  const tie = await findTie(db, input, options, fields)
  const noOpinion = findNoOpinion({ ...input, options }, fields)
  const second = readSecondWording(input, text, fields)
  const opinions = text.options.filter((option) => !noOpinion.has(option))
  if (!references || !schedule || Object.keys(fields).length > 0) throw invalidInput(fields)
  const { userId, confirmedOnly } = input
  const id = await publish(db, 'poll', {
    writer: { userId, confirmedOnly },
    key: input.idempotency_key,
    text: [text.question, text.description, ...Object.values(second ?? {}), ...text.options].join('\n'),
    markdown: false,
    insert: (tx) => insertPoll(tx, input, { ...text, second, references, schedule, tie, noOpinion, opinions }),
  })
  publishInvalidation(db, '/api/polls/')
  if (input.roll_call) publishInvalidation(db, '/api/roll-calls/')
  return requirePoll(db, id)
}

interface ValidPoll {
  question: string
  description: string
  second: Wording | undefined
  options: string[]
  references: NonNullable<Awaited<ReturnType<typeof findReferences>>>
  schedule: NonNullable<ReturnType<typeof scheduleOf>>
  tie: Awaited<ReturnType<typeof findTie>>
  noOpinion: Set<string>
  opinions: string[]
}

async function insertPoll(
  tx: Db,
  input: NewPoll,
  { question, description, second, options, references, schedule, tie, noOpinion, opinions }: ValidPoll,
): Promise<Inserted> {
  const { userId, idempotency_key: idempotencyKey } = input
  if ((input.reveal ?? 'always') !== 'always' || input.mailed_answers === false)
    await requireModerator(tx, input.staffId ?? 0)
  await countAttempt(tx, pollLimitKey(userId), accountLimits.polls)
  const { category, politician } = references
  const wording = {
    poll: {
      question,
      description,
      ...writtenOf(input),
      categoryId: category.id,
      politicianId: politician?.id,
      creatorId: userId,
      idempotencyKey,
      reveal: input.reveal,
      showsTurnout: input.show_turnout,
      takesMailedAnswers: input.mailed_answers,
      asksOtherSide: input.asks_other_side,
      ...schedule,
      keywords: category.name,
      drawnOptions: drawnOptions(input, opinions),
    },
    options: options.map((text) => ({ text, isNoOpinion: noOpinion.has(text) })),
  }
  const poll = await storePoll(tx, wording)
  const ids = [poll.id]
  if (second)
    ids.push(await storeSecond(tx, poll.id, { ...wording, poll: { ...wording.poll, ...second, idempotencyKey: null } }))
  if (tie) await insertTie(tx, poll.id, tie, poll.options)
  await recordFirstPoll(tx, { pollId: poll.id, ...input })
  await notifyOfPolls(tx, { ids })
  return { id: poll.id }
}

/** The second wording is a poll of its own, so that nothing adds the votes of both. */
async function storeSecond(tx: Db, firstId: number, wording: StoredPoll): Promise<number> {
  const { id } = await storePoll(tx, { ...wording, poll: { ...wording.poll, twinId: firstId } })
  await tx.update(polls).set({ twinId: id }).where(eq(polls.id, firstId))
  return id
}

interface StoredPoll {
  poll: PgInsertValue<typeof polls>
  options: Pick<typeof pollOptions.$inferInsert, 'text' | 'isNoOpinion'>[]
}

/** Stores a poll and its options. */
export async function storePoll(
  tx: Db,
  { poll: values, options }: StoredPoll,
): Promise<{ id: number; options: { id: number }[] }> {
  const [poll] = await tx.insert(polls).values(values).returning({ id: polls.id, question: polls.question })
  if (!poll) throw new Error('the poll was not stored')
  const stored = await tx
    .insert(pollOptions)
    .values(options.map((option, position) => ({ ...option, pollId: poll.id, position })))
    .returning({ id: pollOptions.id })
  await addTitleWords(tx, poll.question)
  return { id: poll.id, options: stored }
}

/** How many options take turns to stand first. Null: everyone sees the author's order. */
function drawnOptions({ drawn_order: isDrawn, userId }: NewPoll, opinions: string[]): number | SQL<number> | null {
  if (isDrawn ?? false) return opinions.length
  if (isDrawn === false || haveOwnOrder(opinions)) return null
  return sql<number>`(select ${opinions.length}::smallint from ${users} where id = ${userId} and role <> 'user')`
}

/** Admins publish first polls from the templates of the set-up, which is in the log like their other changes. */
async function recordFirstPoll(
  tx: Db,
  { pollId, staffId = 0, idempotency_key: key }: { pollId: number; staffId?: number; idempotency_key?: string },
): Promise<void> {
  if (!pollTemplates.some(({ id }) => id === key)) return
  const [user] = await tx.select({ role: users.role }).from(users).where(eq(users.id, staffId))
  if ((user?.role ?? 'user') === 'user') return
  const decision = await requireModerator(tx, staffId, 'A first poll was published from a template.')
  await recordModeration(tx, { action: 'publish', subjectKind: 'poll', subjectId: pollId }, decision)
}

type Fields = Record<string, string[]>

function validateText({
  question,
  description,
  options,
}: {
  question: string
  description: string
  options: string[]
}): Fields {
  return problemsByField({
    question: question === '' ? 'A question is required.' : lengthProblem('A question', question, questionMaxLength),
    description: lengthProblem('A description', description, descriptionMaxLength),
    options: findOptionsProblem(options),
  })
}

type Wording = Pick<ValidPoll, 'question' | 'description'>

function readSecondWording(input: NewPoll, first: Wording, fields: Fields): Wording | undefined {
  if (!input.second_wording) return undefined
  const question = toSingleLine(input.second_wording.question)
  const description = toParagraphs(input.second_wording.description ?? '')
  const isSame = [question, description].every((text, index) => {
    return comparisonKey(text) === comparisonKey(index === 0 ? first.question : first.description)
  })
  const problem =
    question === ''
      ? 'The second wording needs a question.'
      : isSame
        ? sameWording
        : (lengthProblem('A question', question, questionMaxLength) ??
          lengthProblem('A description', description, descriptionMaxLength))
  if (problem) fields['second_wording'] = [problem]
  if (input.roll_call) fields['roll_call'] = [wordingsAreNotTied]
  if (input.reveal === 'when_published') {
    fields['reveal'] = ['The results of a poll with two wordings are shown always, or when it has closed.']
  }
  return { question, description }
}

/** When the poll opens and closes. A scheduled poll stays open for 7 days after publication. */
function scheduleOf(input: NewPoll, fields: Fields, now: Date) {
  const { schedule_date: date = '', schedule_time: time = '', user_timezone: zone = '' } = input
  if (date === '' && time === '') {
    const days = durations.find((duration) => duration === (input.duration_days ?? defaultDuration))
    if (days === undefined) fields['duration_days'] = [`The duration must be one of ${durations.join(', ')} days.`]
    // Use the database's clock, which also decides whether a poll is published.
    return days && { publishedAt: sql<Date>`now()`, closesAt: sql<Date>`now() + ${days} * interval '1 day'` }
  }
  const instant = wallTimeToInstant({ date, time, zone })
  const invalid = instant instanceof Date ? checkSchedule(instant, now) : instant
  if (invalid) fields[invalid.field] = [invalid.message]
  if (invalid || !(instant instanceof Date)) return undefined
  return {
    publishedAt: instant,
    closesAt: new Date(instant.getTime() + scheduledDuration * dayMs),
    scheduleZone: zone,
  }
}

async function findReferences(tx: Db, input: NewPoll, fields: Fields) {
  const [category] = await tx
    .select({ id: categories.id, name: categories.name })
    .from(categories)
    .where(isCategory(input.category ?? 0))
  if (!category) fields['category'] = ['A category is required.']
  const [politician] = input.politician
    ? await tx
        .select({ id: politicians.id, name: politicians.name })
        .from(politicians)
        .where(and(eq(politicians.id, input.politician), isNull(politicians.retiredAt)))
    : []
  if (input.politician && !politician) fields['politician'] = ['This politician is not in office.']
  return category && { category, politician }
}

function isCategory(wanted: number | string) {
  if (typeof wanted === 'number') return eq(categories.id, wanted)
  const name = toSingleLine(wanted)
  return /^\d{1,9}$/.test(name)
    ? eq(categories.id, Number(name))
    : eq(sql`lower(${categories.name})`, sql`lower(${name})`)
}

const pollLimitKey = (userId: number) => `poll ${userId}`

/** Cancels a user's scheduled poll. A published poll cannot be cancelled. */
export async function cancelScheduledPoll(
  db: Db,
  { pollId, userId }: { pollId: number; userId: number },
): Promise<{ cancelled: boolean }> {
  const [cancelled] = await db
    .delete(polls)
    .where(and(eq(polls.id, pollId), eq(polls.creatorId, userId), isScheduledPoll()))
    .returning({ createdAt: sql<string>`${polls.createdAt}::text` })
  if (!cancelled) {
    const [own] = await db
      .select({ creatorId: polls.creatorId })
      .from(polls)
      .where(and(eq(polls.id, pollId), polls.isVisible))
    if (own?.creatorId !== userId) throw notFound('Poll')
    throw new ApiError('published')
  }
  await refundAttemptOf(db, pollLimitKey(userId), cancelled.createdAt)
  publishInvalidation(db, '/api/polls/')
  return { cancelled: true }
}
