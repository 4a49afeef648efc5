import { and, eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { type Decision, recordModeration } from '#community/moderation.ts'
import { polls } from '#db/schema/polls.ts'
import { pollRemoval } from '#db/visibility.ts'
import { publishInvalidation } from '#live/invalidations.ts'

/** Only staff can feature a poll. @throws Error with a message for the terminal if the poll does not exist. */
export async function setFeatured(db: Db, pollId: number, featured: boolean): Promise<void> {
  const found = await db.update(polls).set({ featured }).where(eq(polls.id, pollId)).returning({ id: polls.id })
  if (found.length === 0) throw new Error(`There is no poll with the number ${pollId}.`)
  publishInvalidation(db, '/api/polls/')
}

/**
 * Removes a poll from every list, page and count. Its votes stay in the database, and no one can vote in it again.
 * @throws Error with a message for the terminal if the poll does not exist or is already removed.
 */
export async function removePoll(db: Db, pollId: number, decision: Decision): Promise<void> {
  await db.transaction(async (tx) => {
    const [removed] = await tx
      .update(polls)
      .set(pollRemoval)
      .where(and(eq(polls.id, pollId), polls.isVisible))
      .returning({ id: polls.id })
    if (!removed) throw new Error(`There is no poll with the number ${pollId}, or it is already removed.`)
    await recordModeration(tx, { action: 'remove', subjectKind: 'poll', subjectId: pollId }, decision)
  })
  publishInvalidation(db, '/api/polls/')
}
