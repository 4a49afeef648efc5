import { maxQueued, type QuestionQueue } from '@wtpu/contract/polls/on-demand/question-queue'
import { and, eq, sql } from 'drizzle-orm'
import { type Decision, recordModeration } from '#community/moderation.ts'
import type { Db } from '#db/client.ts'
import { isoTimeOrNull } from '#db/iso-time.ts'
import { questionDay } from '#db/question-day.ts'
import { dailyQuestions, polls, questionQueue } from '#db/schema/polls.ts'
import { isListedPoll, isOpenPoll } from '#db/visibility.ts'
import { ApiError, notFound } from '#http/errors.ts'
import { publishInvalidation } from '#live/publish.ts'

interface Queued {
  pollId: number
  createdAt?: Date
}

export async function findQuestionQueue(db: Db): Promise<QuestionQueue> {
  const [today] = await db
    .select({ id: polls.id, question: polls.question })
    .from(dailyQuestions)
    .innerJoin(polls, eq(polls.id, dailyQuestions.pollId))
    .where(and(eq(dailyQuestions.day, questionDay()), isListedPoll()))
  const queue = await db
    .select({ id: polls.id, question: polls.question, closes_at: isoTimeOrNull(polls.closesAt) })
    .from(questionQueue)
    .innerJoin(polls, and(eq(polls.id, questionQueue.pollId), isListedPoll(), isOpenPoll()))
    .orderBy(questionQueue.position)
  return { today: today ?? null, queue }
}

interface Change {
  pollId: number
  by: (tx: Db) => Promise<Decision>
}

/**
 * Calls `write` with the queue while no other change runs. It returns the new order and what to record, or nothing. Polls that have ended
 * or are hidden leave the queue.
 */
async function change(
  db: Db,
  { pollId, by }: Change,
  write: (tx: Db, queue: Queued[]) => Promise<{ queue: Queued[]; reason?: string } | undefined>,
): Promise<void> {
  await db.transaction(async (tx) => {
    const decision = await by(tx)
    await tx.execute(sql`lock table ${questionQueue} in share row exclusive mode`)
    const queue = await tx
      .select({ pollId: questionQueue.pollId, createdAt: questionQueue.createdAt })
      .from(questionQueue)
      .innerJoin(polls, and(eq(polls.id, questionQueue.pollId), isListedPoll(), isOpenPoll()))
      .orderBy(questionQueue.position)
    const done = await write(tx, queue)
    if (!done) return
    await tx.delete(questionQueue)
    if (done.queue.length > 0) {
      await tx.insert(questionQueue).values(done.queue.map((row, index) => ({ ...row, position: index + 1 })))
    }
    // Moves within the queue would fill the public log.
    if (done.reason === undefined) return
    const action = { action: 'settings', subjectKind: 'poll', subjectId: pollId } as const
    await recordModeration(tx, action, { ...decision, reason: done.reason })
  })
  publishInvalidation(db, '/api/polls/question-of-the-day/')
}

/** @throws ApiError 404 or 409 */
export const queueQuestion = (db: Db, asked: Change) =>
  change(db, asked, async (tx, queue) => {
    const { pollId } = asked
    const [poll] = await tx
      .select({
        isOpen: isOpenPoll(),
        wasAsked: sql<boolean>`exists (select from ${dailyQuestions} asked where asked.poll_id = ${pollId})`,
      })
      .from(polls)
      .where(and(eq(polls.id, pollId), isListedPoll()))
    if (!poll) throw notFound('Poll')
    if (queue.some((row) => row.pollId === pollId)) return undefined
    if (!poll.isOpen) throw new ApiError('poll_closed')
    if (poll.wasAsked) throw new ApiError('question_asked')
    if (queue.length >= maxQueued) throw new ApiError('question_queue_full')
    return { queue: [...queue, { pollId }], reason: 'A poll was added to the questions of the day.' }
  })

/** @throws ApiError 404 */
export const unqueueQuestion = (db: Db, asked: Change) =>
  change(db, asked, async (_tx, queue) => {
    const left = queue.filter(({ pollId }) => pollId !== asked.pollId)
    if (left.length === queue.length) throw notFound('Poll')
    return { queue: left, reason: 'A poll was taken off the questions of the day.' }
  })

/** Swaps a poll with the one before or after it. @throws ApiError 404 */
export const moveQuestion = (db: Db, asked: Change & { direction: 'up' | 'down' }) =>
  change(db, asked, async (_tx, queue) => {
    const from = queue.findIndex(({ pollId }) => pollId === asked.pollId)
    const moved = queue[from]
    if (!moved) throw notFound('Poll')
    const to = asked.direction === 'up' ? from - 1 : from + 1
    const other = queue[to]
    if (!other) return undefined
    return { queue: queue.with(from, other).with(to, moved) }
  })
