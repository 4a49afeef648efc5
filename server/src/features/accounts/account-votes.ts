import type { AccountData } from '@wtpu/contract/accounts/settings'
import { asc, eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isoTime } from '#db/iso-time.ts'
import { pendingAnswers, pollOptions, polls, pollVotes, undoneVotes } from '#db/schema/polls.ts'

/** For the collection of everything stored about a user. */
export function findVotes(tx: Db, userId: number): Promise<AccountData['votes']> {
  return tx
    .select({
      poll: pollVotes.pollId,
      question: polls.question,
      option: pollOptions.text,
      state: pollVotes.state,
      ballot: sql<string>`replace(${pollVotes.ballot}::text, '-', '')`,
      created_at: isoTime(pollVotes.createdAt),
    })
    .from(pollVotes)
    .innerJoin(polls, eq(polls.id, pollVotes.pollId))
    .innerJoin(pollOptions, eq(pollOptions.id, pollVotes.optionId))
    .where(eq(pollVotes.userId, userId))
    .orderBy(asc(pollVotes.createdAt))
}

/** For the same collection. */
export function findPendingAnswers(tx: Db, userId: number): Promise<AccountData['pending_answers']> {
  return tx
    .select({
      poll: pendingAnswers.pollId,
      question: polls.question,
      option: pollOptions.text,
      state: pendingAnswers.state,
      created_at: isoTime(pendingAnswers.createdAt),
    })
    .from(pendingAnswers)
    .innerJoin(polls, eq(polls.id, pendingAnswers.pollId))
    .leftJoin(pollOptions, eq(pollOptions.id, pendingAnswers.optionId))
    .where(eq(pendingAnswers.userId, userId))
    .orderBy(asc(pendingAnswers.createdAt))
}

/** For the same collection. */
export function findUndoneVotes(tx: Db, userId: number): Promise<AccountData['undone_votes']> {
  return tx
    .select({ poll: undoneVotes.pollId, question: polls.question, created_at: isoTime(undoneVotes.createdAt) })
    .from(undoneVotes)
    .innerJoin(polls, eq(polls.id, undoneVotes.pollId))
    .where(eq(undoneVotes.userId, userId))
    .orderBy(asc(undoneVotes.createdAt))
}
