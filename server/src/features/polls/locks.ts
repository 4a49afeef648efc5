import { asc, and, eq, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isActiveAccount } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { pollOptions, polls, pollVotes } from '#db/schema/polls.ts'
import { mayParticipate, participationError } from '#http/auth.ts'
import { ApiError, notFound } from '#http/errors.ts'

/**
 * Locks a poll that has no votes, and its options.
 *
 * @returns the options, in the order of their positions
 * @throws ApiError 404, or 409 `poll_has_votes`
 */
export async function lockBeforeFirstVote(
  tx: Db,
  pollId: number,
  where: SQL | undefined,
): Promise<{ id: number; text: string }[]> {
  const [poll] = await tx
    .select({ id: polls.id })
    .from(polls)
    .where(and(eq(polls.id, pollId), where))
    .for('no key update')
  if (!poll) throw notFound('Poll')
  // Votes refer to options: a vote that is being written is visible below, or waits.
  const options = await tx
    .select({ id: pollOptions.id, text: pollOptions.text })
    .from(pollOptions)
    .where(eq(pollOptions.pollId, pollId))
    .orderBy(asc(pollOptions.position))
    .for('update')
  const votes = await tx.select({ poll: pollVotes.pollId }).from(pollVotes).where(eq(pollVotes.pollId, pollId)).limit(1)
  if (votes.length > 0) throw new ApiError('poll_has_votes')
  return options
}

/** Locks the user's row, so that requests with one key run one after another, and a deletion of the account waits. */
export async function lockCreator(
  tx: Db,
  { userId, confirmedOnly }: { userId: number; confirmedOnly: boolean },
): Promise<void> {
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(isActiveAccount(userId), mayParticipate(confirmedOnly)))
    .for('no key update')
  if (!user) throw await participationError(tx, userId)
}
