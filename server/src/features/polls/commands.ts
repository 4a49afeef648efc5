import { alreadyVoted, type Poll, votedBeforeDeletion, votedWithOtherAccount } from '@wtpu/contract/polls'
import { and, eq, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { isAccount } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { counters, pollOptions, polls, pollVotes } from '#db/schema/polls.ts'
import { emailNotConfirmedError, mayParticipate } from '#http/confirmed-email.ts'
import { ApiError, notFound } from '#http/errors.ts'
import { changed } from '#live/changed.ts'
import { findPoll, isPublished } from './queries.ts'

interface Vote {
  pollId: number
  optionId: number
  userId: number
  confirmedOnly: boolean
}

/**
 * The only place that writes votes. The insert statement itself checks that the poll is open, the option belongs to it
 * and the voter may vote, so nothing can change between check and insert.
 */
export async function castVote(db: Db, vote: Vote): Promise<Poll> {
  await db.transaction(async (tx) => {
    // The keys (poll_id, user_id) and (poll_id, voter_id) decide races between two clicks or two accounts of a person.
    const cast = await tx
      .insert(pollVotes)
      .select(
        tx
          .select({
            pollId: polls.id,
            userId: users.id,
            voterId: users.voterId,
            optionId: pollOptions.id,
            state: users.state,
            createdAt: sql<Date>`now()`.as('created_at'),
          })
          .from(polls)
          .innerJoin(pollOptions, and(eq(pollOptions.pollId, polls.id), eq(pollOptions.id, vote.optionId)))
          .innerJoin(users, and(isAccount(vote.userId), mayParticipate(vote.confirmedOnly)))
          .where(
            and(eq(polls.id, vote.pollId), isPublished, sql`(${polls.closesAt} is null or ${polls.closesAt} > now())`),
          )
          // Lock the user first, like every command. The foreign key would lock this row anyway.
          .for('no key update', { of: users }),
      )
      .onConflictDoNothing()
      .returning({ optionId: pollVotes.optionId })
    if (cast.length === 0) throw await explainRefusal(tx, vote)
    await raiseCounters(tx, vote)
  })
  changed(db, '/api/polls/')
  const poll = await findPoll(db, vote.pollId)
  if (!poll) throw notFound('Poll')
  return poll
}

/**
 * Runs last in the transaction, because every vote updates these rows and they stay locked until the commit. Locks in
 * this order: option, poll, and on a user's first vote the participant counter.
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

/** Why `castVote` inserted nothing. */
async function explainRefusal(tx: Db, vote: Vote): Promise<ApiError> {
  const earlier = alias(pollVotes, 'earlier')
  const earlierVoter = alias(users, 'earlier_voter')
  const [facts] = await tx
    .select({
      published: sql<boolean>`${isPublished}`,
      closed: sql<boolean>`coalesce(${polls.closesAt} <= now(), false)`,
      optionId: pollOptions.id,
      userId: users.id,
      email: users.email,
      confirmed: sql<boolean>`${mayParticipate(vote.confirmedOnly)}`,
      voted: pollVotes.optionId,
      earlier: earlier.optionId,
      deletedSince: sql<boolean>`${earlierVoter.deletedAt} is not null`,
    })
    .from(polls)
    .leftJoin(pollOptions, and(eq(pollOptions.pollId, polls.id), eq(pollOptions.id, vote.optionId)))
    .leftJoin(users, isAccount(vote.userId))
    .leftJoin(pollVotes, and(eq(pollVotes.pollId, polls.id), eq(pollVotes.userId, vote.userId)))
    .leftJoin(
      earlier,
      and(eq(earlier.pollId, polls.id), eq(earlier.voterId, users.voterId), ne(earlier.userId, vote.userId)),
    )
    .leftJoin(earlierVoter, eq(earlierVoter.id, earlier.userId))
    .where(eq(polls.id, vote.pollId))
  if (!facts?.published) return notFound('Poll')
  if (facts.userId === null) return new ApiError(401, 'not_signed_in', 'This account no longer exists.')
  if (facts.voted !== null) return new ApiError(409, 'already_voted', alreadyVoted)
  if (facts.closed) return new ApiError(409, 'poll_closed', 'This poll has ended.')
  if (!facts.confirmed) return emailNotConfirmedError(facts.email)
  if (facts.earlier !== null) {
    return new ApiError(409, 'already_voted', facts.deletedSince ? votedBeforeDeletion : votedWithOtherAccount)
  }
  const fields = { option_id: ['is not an option of this poll'] }
  return new ApiError(400, 'invalid', 'option_id is not an option of this poll', { fields })
}
