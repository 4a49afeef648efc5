import { asc, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isoTime } from '#db/iso-time.ts'
import { polls, undoneVotes } from '#db/schema/polls.ts'

/** The polls in which the user took a vote back, for the export of data. */
export function findUndoneVotes(tx: Db, userId: number) {
  return tx
    .select({ poll: undoneVotes.pollId, question: polls.question, created_at: isoTime(undoneVotes.createdAt) })
    .from(undoneVotes)
    .innerJoin(polls, eq(polls.id, undoneVotes.pollId))
    .where(eq(undoneVotes.userId, userId))
    .orderBy(asc(undoneVotes.createdAt))
}
