import {
  maxPendingAnswers,
  pendingAnswerDays,
  type PendingAnswer,
  type pendingAnswerResults,
} from '@wtpu/contract/polls/pending-answers'
import { and, desc, eq, ne, not, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { lockPeople } from '#db/people.ts'
import { pendingAnswers, pollOptions, polls } from '#db/schema/polls.ts'
import { isOpenPoll, isListedPoll } from '#db/visibility.ts'
import { ApiError } from '#http/errors.ts'
import { publishOwn } from '#live/publish.ts'
import { castVote, explainRejection } from './cast-vote.ts'
import type { Vote } from './vote-writer.ts'

const isKept = sql<boolean>`(${pendingAnswers.createdAt} > now() - ${`${pendingAnswerDays} days`}::interval)`

/** Casts the answer, or keeps it if all that is missing is a confirmed email. */
export async function givePendingAnswer(db: Db, answer: Vote): Promise<{ state: 'counted' | 'waiting' }> {
  if (answer.confirmedOnly && (await keep(db, answer))) {
    publishOwn(db, answer.userId, '/api/polls/pending-answers/')
    return { state: 'waiting' }
  }
  await castVote(db, { ...answer, wasPending: true })
  return { state: 'counted' }
}

/** The lock of the user orders this against the confirmation, which makes due what is kept. */
async function keep(db: Db, answer: Vote): Promise<boolean> {
  const { userId, pollId, optionId } = answer
  return db.transaction(async (tx) => {
    await lockPeople(tx, [userId])
    // For an answer that could be cast now, this is an error about the option, which castVote would not throw.
    const rejection = await explainRejection(tx, answer)
    if (rejection.code !== 'email_not_confirmed') return false
    const isOther = and(eq(pendingAnswers.userId, userId), ne(pendingAnswers.pollId, pollId))
    if ((await tx.$count(pendingAnswers, isOther)) >= maxPendingAnswers) throw new ApiError('too_many_waiting')
    await tx
      .insert(pendingAnswers)
      .values({ userId, pollId, optionId })
      .onConflictDoUpdate({
        target: [pendingAnswers.userId, pendingAnswers.pollId],
        set: { optionId, state: 'waiting', createdAt: sql`now()` },
      })
    return true
  })
}

type Result = (typeof pendingAnswerResults)[number]

/** Casts the answers whose owners have opened the link in their mail. */
export class PendingAnswers {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  /** In the transaction that confirms the email, and has locked the user. */
  async makeDue(tx: Db, userId: number): Promise<void> {
    await tx
      .update(pendingAnswers)
      .set({ state: 'due' })
      .where(and(eq(pendingAnswers.userId, userId), eq(pendingAnswers.state, 'waiting'), isKept))
  }

  /** Of this user, or of all whom a server left behind that stopped meanwhile. */
  async castDue(userId?: number): Promise<void> {
    const due = await this.#db
      .select({ userId: pendingAnswers.userId, pollId: pendingAnswers.pollId, optionId: pendingAnswers.optionId })
      .from(pendingAnswers)
      .where(and(eq(pendingAnswers.state, 'due'), userId === undefined ? undefined : eq(pendingAnswers.userId, userId)))
      .limit(1_000)
    for (const { optionId, ...answer } of due) {
      // An answer without an option has been decided.
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a queue of votes has room for others
      if (optionId !== null) await this.#cast({ ...answer, optionId })
    }
    // Their email was confirmed just now, perhaps on another device.
    if (userId !== undefined) publishOwn(this.#db, userId, '/auth/api/account/')
  }

  async #cast(answer: Pick<Vote, 'userId' | 'pollId' | 'optionId'>): Promise<void> {
    try {
      await castVote(this.#db, { ...answer, confirmedOnly: true, wasPending: true })
    } catch (error) {
      // What failed for other reasons is tried again by the job.
      if (error instanceof ApiError && error.status < 500) await this.#decide(answer, resultOf(error))
    }
  }

  async #decide({ userId, pollId }: Pick<Vote, 'userId' | 'pollId'>, state: Result): Promise<void> {
    const isDue = and(
      eq(pendingAnswers.userId, userId),
      eq(pendingAnswers.pollId, pollId),
      eq(pendingAnswers.state, 'due'),
    )
    await this.#db.update(pendingAnswers).set({ state, optionId: null }).where(isDue)
    publishOwn(this.#db, userId, '/api/polls/pending-answers/')
  }
}

const reasons: readonly string[] = ['already_voted', 'poll_closed', 'not_found'] satisfies Result[]

function resultOf({ code }: ApiError): Result {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- in the list
  return reasons.includes(code) ? (code as Result) : 'not_allowed'
}

/** The newest first. An answer in a poll that closed meanwhile will not be counted. */
export function findPendingAnswers(db: Db, userId: number): Promise<PendingAnswer[]> {
  return db
    .select({
      poll: pendingAnswers.pollId,
      question: sql<string | null>`case when ${isListedPoll()} then ${polls.question} end`,
      option: pollOptions.text,
      state: sql<PendingAnswer['state']>`case
        when ${pendingAnswers.state} not in ('waiting', 'due') then ${pendingAnswers.state}
        when not ${isListedPoll()} then 'not_found'
        when not ${isOpenPoll()} then 'poll_closed'
        else 'waiting' end`,
    })
    .from(pendingAnswers)
    .innerJoin(polls, eq(polls.id, pendingAnswers.pollId))
    .leftJoin(pollOptions, eq(pollOptions.id, pendingAnswers.optionId))
    .where(and(eq(pendingAnswers.userId, userId), isKept))
    .orderBy(desc(pendingAnswers.createdAt))
}

export async function sweepPendingAnswers(db: Db): Promise<void> {
  await db.delete(pendingAnswers).where(not(isKept))
}
