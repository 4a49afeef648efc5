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
  const raised = sql`discussions = ${forumCounters}.discussions + ${discussions}::int, comments = ${forumCounters}.comments + ${comments}::int`
  // What leaves was counted, so its row exists. Its negative counts would violate the check of an insert.
  await tx.execute(
    discussions < 0 || comments < 0
      ? sql`update ${forumCounters} set ${raised} where category_id = ${categoryId} and slot = ${slot}`
      : sql`insert into ${forumCounters} (category_id, slot, discussions, comments)
          values (${categoryId}, ${slot}, ${discussions}, ${comments}) on conflict (category_id, slot) do update set ${raised}`,
  )
}
