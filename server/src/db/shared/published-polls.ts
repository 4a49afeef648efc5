import { sql } from 'drizzle-orm'
import { polls } from '#db/schema/polls.ts'

/** Published, and not removed by staff. */
export const isPublished = sql`(${polls.publishedAt} <= now() and ${polls.removedAt} is null)`
