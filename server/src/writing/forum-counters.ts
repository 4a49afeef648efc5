import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { forumCounters, forumSlots } from '#db/schema/forums.ts'

interface Change {
  discussionId: number
  categoryId: number
  /** Added to the counters. May be negative. */
  discussions?: number
  comments?: number
}

/**
 * Changes the counters of a category. Only shown discussions count, and shown comments in them. Call it after all locks on
 * discussions and comments are taken, because many transactions update these rows.
 */
export async function changeForumCounters(tx: Db, change: Change): Promise<void> {
  const { discussionId, categoryId, discussions = 0, comments = 0 } = change
  if (discussions === 0 && comments === 0) return
  const slot = discussionId % forumSlots
  // Two statements, because an insert of a negative count would violate the check before it finds the conflict.
  await tx.execute(sql`
    insert into ${forumCounters} (category_id, slot) values (${categoryId}, ${slot}) on conflict do nothing`)
  await tx.execute(sql`
    update ${forumCounters} set discussions = discussions + ${discussions}::int, comments = comments + ${comments}::int
    where category_id = ${categoryId} and slot = ${slot}`)
}
