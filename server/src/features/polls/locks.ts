import { asc, and, eq, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { pollOptions, polls, pollVotes } from '#db/schema/polls.ts'
import { areResultsHidden } from '#db/visibility.ts'
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
    .select({ id: polls.id, isHidden: areResultsHidden() })
    .from(polls)
    .where(and(eq(polls.id, pollId), where))
    .for('no key update')
  if (!poll) throw notFound('Poll')
  // Whether somebody has voted is not told.
  if (poll.isHidden) throw new ApiError('results_hidden')
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
