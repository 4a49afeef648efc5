import { maxMentioned } from '@wtpu/contract/mentions'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'

/** Finds which of the usernames, separated by commas, belong to an account. Returns them in lower case. */
export async function findMentioned(db: Db, names: string): Promise<string[]> {
  const wanted = sql.param(names.split(',').slice(0, maxMentioned))
  const rows = await db
    .select({ username: sql<string>`lower(${users.username})` })
    .from(users)
    .where(
      sql`lower(${users.username}) in (select lower(name) from unnest(${wanted}::text[]) as name) and ${users.isActive}`,
    )
  return rows.map(({ username }) => username)
}
