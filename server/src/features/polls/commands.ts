import { alreadyVoted, type Poll } from '@wtpu/contract/polls'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { counters, pollOptions, polls, pollVotes } from '#db/schema/polls.ts'
import { ApiError, notFound } from '#http/errors.ts'
import { changed } from '#live/changed.ts'
import { findPoll, published } from './queries.ts'

interface Vote {
  pollId: number
  optionId: number
  userId: number
}

/**
 * The single place where a vote is written. Poll open, option its own, voter there: all read in the statement that
 * inserts, so nothing can change in between.
 */
export async function castVote(db: Db, vote: Vote): Promise<Poll> {
  await db.transaction(async (tx) => {
    // The key (poll_id, user_id) settles a race between two clicks; a check beforehand could not.
    const cast = await tx
      .insert(pollVotes)
      .select(
        tx
          .select({
            pollId: polls.id,
            userId: users.id,
            optionId: pollOptions.id,
            state: users.state,
            createdAt: sql<Date>`now()`.as('created_at'),
          })
          .from(polls)
          .innerJoin(pollOptions, and(eq(pollOptions.pollId, polls.id), eq(pollOptions.id, vote.optionId)))
          .innerJoin(users, and(eq(users.id, vote.userId), isNull(users.deletedAt)))
          .where(
            and(eq(polls.id, vote.pollId), published, sql`(${polls.closesAt} is null or ${polls.closesAt} > now())`),
          )
          // The person first, as everywhere: the foreign key would lock this row anyway.
          .for('no key update', { of: users }),
      )
      .onConflictDoNothing()
      .returning({ optionId: pollVotes.optionId })
    if (cast.length === 0) throw await whyNot(tx, vote)
    await raiseCounters(tx, vote)
  })
  changed(db, '/api/polls/')
  const poll = await findPoll(db, vote.pollId)
  if (!poll) throw notFound('Poll')
  return poll
}

/**
 * Last, so that the rows that every vote updates stay locked only until the commit. Always in this order: option, poll,
 * and, with a person's first vote ever, the number of participants.
 */
async function raiseCounters(tx: Db, { optionId, userId }: Vote): Promise<void> {
  await tx.execute(sql`
    with first as (
      update ${users} set first_voted_at = now() where id = ${userId} and first_voted_at is null returning id
    ), option as (
      update ${pollOptions} set vote_count = vote_count + 1 where id = ${optionId} returning poll_id
    ), poll as (
      update ${polls} set total_votes = total_votes + 1 from option where ${polls.id} = option.poll_id returning ${polls.id}
    )
    update ${counters} set value = value + 1 from first, poll where name = 'participants'`)
}

async function whyNot(tx: Db, vote: Vote): Promise<ApiError> {
  const [facts] = await tx
    .select({
      published: sql<boolean>`${published}`,
      closed: sql<boolean>`coalesce(${polls.closesAt} <= now(), false)`,
      optionId: pollOptions.id,
      userId: users.id,
      voted: pollVotes.optionId,
    })
    .from(polls)
    .leftJoin(pollOptions, and(eq(pollOptions.pollId, polls.id), eq(pollOptions.id, vote.optionId)))
    .leftJoin(users, and(eq(users.id, vote.userId), isNull(users.deletedAt)))
    .leftJoin(pollVotes, and(eq(pollVotes.pollId, polls.id), eq(pollVotes.userId, vote.userId)))
    .where(eq(polls.id, vote.pollId))
  if (!facts?.published) return notFound('Poll')
  if (facts.userId === null) return new ApiError(401, 'not_signed_in', 'This account no longer exists.')
  if (facts.voted !== null) return new ApiError(409, 'already_voted', alreadyVoted)
  if (facts.closed) return new ApiError(409, 'poll_closed', 'This poll has ended.')
  const fields = { option_id: ['is not an option of this poll'] }
  return new ApiError(400, 'invalid', 'option_id is not an option of this poll', { fields })
}
