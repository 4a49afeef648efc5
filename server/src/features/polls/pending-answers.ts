import {
  maxPendingAnswers,
  pendingAnswerDays,
  type PendingAnswer,
  type pendingAnswerResults,
} from '@wtpu/contract/polls/pending-answers'
import { and, desc, eq, ne, not, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { lockPeople } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { counters, participants, pendingAnswers, pollOptions, polls, pollVotes } from '#db/schema/polls.ts'
import { isClosedPoll, isOpenPoll, isListedPoll, isSuspended } from '#db/visibility.ts'
import { ApiError, notFound } from '#http/errors.ts'
import { publishOwn } from '#live/publish.ts'
import { castVote, explainRejection } from './cast-vote.ts'
import { findDueVoter, type Vote } from './vote-writer.ts'

type Answer = Pick<Vote, 'userId' | 'pollId' | 'optionId' | 'rotation'>

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
  const { userId, pollId, optionId, rotation } = answer
  return db.transaction(async (tx) => {
    await lockPeople(tx, [userId])
    // For an answer that could be cast now, this is an error about the option, which castVote would not throw.
    const rejection = await explainRejection(tx, answer)
    if (rejection.code !== 'email_not_confirmed') return false
    const isOther = and(eq(pendingAnswers.userId, userId), ne(pendingAnswers.pollId, pollId))
    if ((await tx.$count(pendingAnswers, isOther)) >= maxPendingAnswers) throw new ApiError('too_many_waiting')
    await tx
      .insert(pendingAnswers)
      .values({ userId, pollId, optionId, rotation })
      .onConflictDoUpdate({
        target: [pendingAnswers.userId, pendingAnswers.pollId],
        set: { optionId, rotation: rotation ?? null, state: 'waiting', createdAt: sql`now()` },
      })
    return true
  })
}

/** The lock of the user orders this against the confirmation. @throws ApiError 404, or 409 if the answer is being counted */
export async function withdrawPendingAnswer(
  db: Db,
  { userId, pollId }: Pick<Vote, 'userId' | 'pollId'>,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockPeople(tx, [userId])
    const isAnswer = and(eq(pendingAnswers.userId, userId), eq(pendingAnswers.pollId, pollId), isKept)
    const [gone] = await tx
      .delete(pendingAnswers)
      .where(and(isAnswer, eq(pendingAnswers.state, 'waiting')))
      .returning({ pollId: pendingAnswers.pollId })
    if (gone) return
    throw (await tx.$count(pendingAnswers, isAnswer)) > 0 ? new ApiError('answer_decided') : notFound('Answer')
  })
  publishOwn(db, userId, '/api/polls/pending-answers/')
}

type Result = (typeof pendingAnswerResults)[number]
type Decided = Pick<PendingAnswer, 'poll' | 'question'> & { state: Result }

/** SQL of a moment within an hour, with time to count the answer before the poll `p` closes. */
const randomMoment = sql`(statement_timestamp() + random() * greatest(interval '0',
  least(interval '1 hour', p.closes_at - statement_timestamp() - interval '1 minute')))`
/** The job waits for a shorter time between two runs. */
const missedAfter = sql`interval '1 minute'`

/** Casts the answers whose owners have used the link or the code in their mail. */
export class PendingAnswers {
  readonly #db: Db
  constructor(db: Db) {
    this.#db = db
  }

  /** Keeps an answer in the transaction that creates the account. It leaves out what could not be cast. */
  async keepFirst(tx: Db, { userId, pollId, optionId, rotation }: Answer): Promise<void> {
    await tx.execute(sql`insert into ${pendingAnswers} (user_id, poll_id, option_id, rotation)
      select ${userId}, ${polls.id}, ${pollOptions.id}, ${rotation ?? null}::smallint
      from ${pollOptions} join ${polls} on ${polls.id} = ${pollOptions.pollId}
      where ${pollOptions.id} = ${optionId} and ${polls.id} = ${pollId} and ${isListedPoll()} and ${isOpenPoll()}`)
  }

  /** What the confirmation of the email will cast. */
  async findWaiting(db: Db, userId: number): Promise<{ poll: number; question: string; option: string }[]> {
    const answers = await findPendingAnswers(db, userId)
    return answers.flatMap(({ poll, question, option, state }) =>
      state === 'waiting' && question !== null && option !== null ? [{ poll, question, option }] : [],
    )
  }

  /**
   * In the transaction that confirms the email, and has locked the user: the votes of the mailbox become the account's. A due answer
   * counts for its owner, and will for all. @returns what became of the answers that waited
   */
  async makeDue(tx: Db, userId: number, givenBefore?: Date) {
    await adoptVotes(tx, userId)
    const { rows } = await tx.execute<Decided>(sql`
      with kept as (
        select a.user_id, a.poll_id, case when ${isListedPoll('p')} then p.question end as question, case
          when not ${isListedPoll('p')} then 'not_found'
          when not ${isOpenPoll('p', 'statement_timestamp()')} then 'poll_closed'
          when ${findDueVoter(sql`p.id`, sql`p.twin_id`, sql`u.voter_id`)} is not null
            or exists (select from ${pollVotes} v where v.poll_id in (p.id, p.twin_id) and v.voter_id = u.voter_id) then 'already_voted'
          when ${isSuspended('u')} then 'not_allowed'
          else 'due' end as state, ${randomMoment} as due_at
        from ${pendingAnswers} a join ${polls} p on p.id = a.poll_id join ${users} u on u.id = a.user_id
        where a.user_id = ${userId} and a.state = 'waiting' and a.created_at <= coalesce(${givenBefore?.toISOString() ?? null}::timestamptz, 'infinity') and a.created_at > now() - ${`${pendingAnswerDays} days`}::interval
      )
      update ${pendingAnswers} set state = kept.state, due_at = case when kept.state = 'due' then kept.due_at end,
        option_id = case when kept.state = 'due' then ${pendingAnswers.optionId} end
      from kept where ${pendingAnswers.userId} = kept.user_id and ${pendingAnswers.pollId} = kept.poll_id
      returning kept.poll_id as poll, kept.question, case kept.state when 'due' then 'counted' else kept.state end as state`)
    return rows
  }

  countWaiting(tx: Db, userId: number): Promise<number> {
    return tx.$count(
      pendingAnswers,
      and(eq(pendingAnswers.userId, userId), eq(pendingAnswers.state, 'waiting'), isKept),
    )
  }

  /**
   * Casts the answers whose moment has come, one for each account, so that the totals show no bundle. Several servers may do so: the keys of
   * votes decide. What they missed while none was running gets another moment, unless its poll has closed, whose seal waits for it.
   */
  async castDue(): Promise<void> {
    await this.#db.execute(sql`
      update ${pendingAnswers} a set due_at = ${randomMoment} from ${polls} p
      where p.id = a.poll_id and a.state = 'due' and a.due_at < now() - ${missedAfter} and ${isOpenPoll('p')}`)
    const { rows } = await this.#db.execute<{
      user_id: number
      poll_id: number
      option_id: number
      rotation: number | null
    }>(sql`
      select distinct on (a.user_id) a.user_id, a.poll_id, a.option_id, a.rotation
      from ${pendingAnswers} a join ${polls} p on p.id = a.poll_id
      where a.state = 'due' and (a.due_at <= now() or ${isClosedPoll('p')})
      order by a.user_id, a.due_at limit 1000`)
    for (const { user_id: userId, poll_id: pollId, option_id: optionId, rotation } of rows) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that a queue of votes has room for others
      await this.#cast({ userId, pollId, optionId, rotation: rotation ?? undefined })
    }
  }

  /** After the commit that confirmed the email, perhaps on another device. */
  announce(userId: number): void {
    for (const path of ['/auth/api/account/', '/api/polls/pending-answers/', '/api/polls/my-votes/'] as const) {
      publishOwn(this.#db, userId, path)
    }
  }

  async #cast(answer: Answer): Promise<void> {
    try {
      await castVote(this.#db, { ...answer, confirmedOnly: true, wasPending: true, isDue: true })
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
        when ${pendingAnswers.state} = 'due' then 'counted'
        when ${pendingAnswers.state} <> 'waiting' then ${pendingAnswers.state}
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

/** Gives the account what its mailbox answered by mailed links before. */
async function adoptVotes(tx: Db, userId: number): Promise<void> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select box.id from ${users} box join ${users} account on account.voter_id = box.voter_id
    where account.id = ${userId} and box.is_mailbox order by box.id for no key update of box`)
  if (rows.length === 0) return
  const boxes = sql`any(${sql.param(rows.map(({ id }) => id))}::int[])`
  await tx.execute(sql`update ${pollVotes} set user_id = ${userId} where user_id = ${boxes}`)
  await tx.execute(sql`
    with left_over as (delete from ${participants} where user_id = ${boxes} returning user_id),
      joined as (insert into ${participants} (user_id) select distinct ${userId}::int from left_over on conflict do nothing returning user_id)
    update ${counters} set value = value - (select count(*) from left_over) + (select count(*) from joined)
    where name = 'participants'`)
}
