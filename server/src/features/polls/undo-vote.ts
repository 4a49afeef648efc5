import type { Poll } from '@wtpu/contract/polls/polls'
import { voteFinal } from '@wtpu/contract/undo'
import { and, eq, sql } from 'drizzle-orm'
import { type CountedVote, uncountVotes } from '#community/uncount-votes.ts'
import { undoChoice, undoTime } from '#community/undo-choice.ts'
import type { Db } from '#db/client.ts'
import { pollOptions, polls, pollVotes } from '#db/schema/polls.ts'
import { undoneChoices } from '#db/schema/undone-choices.ts'
import { areResultsHidden, isClosedPoll, isOpenPoll, isListedPoll } from '#db/visibility.ts'
import { ApiError, notFound } from '#http/errors.ts'
import { findPoll } from './queries.ts'
import { voteUndoUntil } from './undo-until.ts'

/** Takes back a vote: everything that was counted with it is as before. */
export async function undoVote(db: Db, { pollId, userId }: { pollId: number; userId: number }): Promise<Poll> {
  await undoChoice(db, { of: 'polls', id: pollId, userId }, async (tx) => {
    // A poll is sealed after it has locked its options, so it waits for this.
    await tx.select({ id: pollOptions.id }).from(pollOptions).where(eq(pollOptions.pollId, pollId)).for('key share')
    const { rows } = await tx.execute<CountedVote>(sql`
      with undone as (
        delete from ${pollVotes} using ${polls}
        where poll_id = ${pollId} and user_id = ${userId} and ${polls.id} = poll_id and ${isListedPoll()}
          and ${isOpenPoll('polls', 'statement_timestamp()')} and ${voteUndoUntil('poll_votes', 'polls')} is not null
        returning poll_id, voter_id, user_id, option_id, ${areResultsHidden()} as is_hidden
      ), remembered as (insert into ${undoneChoices} (poll_id, voter_id, user_id) select poll_id, voter_id, user_id from undone)
      select user_id, option_id, is_hidden from undone`)
    const [undone] = rows
    if (!undone) throw await explainFinalVote(tx, pollId, userId)
    await uncountVotes(tx, pollId, rows, { areTakenOut: false })
    return undone
  })
  const poll = await findPoll(db, pollId)
  if (!poll) throw notFound('Poll')
  return poll
}

/** Why a vote was not taken back. */
async function explainFinalVote(tx: Db, pollId: number, userId: number): Promise<ApiError> {
  const [facts] = await tx
    .select({
      closing: sql<boolean>`(${isClosedPoll()} or coalesce(${polls.closesAt} - ${undoTime} <= now(), false))`,
      voter: pollVotes.voterId,
      undone: undoneChoices.voterId,
    })
    .from(polls)
    .leftJoin(pollVotes, and(eq(pollVotes.pollId, polls.id), eq(pollVotes.userId, userId)))
    .leftJoin(undoneChoices, and(eq(undoneChoices.pollId, polls.id), eq(undoneChoices.voterId, pollVotes.voterId)))
    .where(and(eq(polls.id, pollId), isListedPoll()))
  if (!facts) return notFound('Poll')
  if (facts.voter === null) return new ApiError('no_vote')
  const detail = facts.undone !== null ? voteFinal.again : facts.closing ? voteFinal.closing : voteFinal.late
  return new ApiError('vote_final', { detail })
}
