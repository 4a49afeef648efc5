import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { polls } from '#db/schema/polls.ts'
import { changed } from '#live/changed.ts'

/** Decision 46: staff alone says what is featured. @throws Error, ready to be printed, for an unknown poll. */
export async function setFeatured(db: Db, pollId: number, featured: boolean): Promise<void> {
  const found = await db.update(polls).set({ featured }).where(eq(polls.id, pollId)).returning({ id: polls.id })
  if (found.length === 0) throw new Error(`There is no poll with the number ${pollId}.`)
  changed(db, '/api/polls/')
}
