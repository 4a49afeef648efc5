import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { polls } from '#db/schema/polls.ts'
import { publishInvalidation } from '#live/invalidations.ts'

/** Only staff can feature a poll. @throws Error with a message for the terminal if the poll does not exist. */
export async function setFeatured(db: Db, pollId: number, featured: boolean): Promise<void> {
  const found = await db.update(polls).set({ featured }).where(eq(polls.id, pollId)).returning({ id: polls.id })
  if (found.length === 0) throw new Error(`There is no poll with the number ${pollId}.`)
  publishInvalidation(db, '/api/polls/')
}
