import { displayName } from '@wtpu/contract/accounts/names'
import type { FollowedUser } from '@wtpu/contract/boiler-room/follows'
import { and, desc, eq, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { decodeCursor, encodeCursor, slicePage } from '#http/cursor.ts'

/** Rows that each point to a user, such as follows, and the columns of that user and of the time. */
interface Pairs {
  table: PgTable
  user: AnyPgColumn
  since: AnyPgColumn
  where: SQL | undefined
}

/** A page of the users that the rows point to, the latest first. */
export async function listPeople(
  db: Db,
  { table, user, since, where }: Pairs,
  { cursor, limit }: { cursor: string | undefined; limit: number },
): Promise<{ results: FollowedUser[]; next: string | null }> {
  const after = decodeCursor(cursor, ['instant', 'integer'])
  const rows = await db
    .select({
      id: users.id,
      username: sql<string>`coalesce(${users.username}, '')`,
      first_name: users.firstName,
      last_name: users.lastName,
      avatar: users.avatar,
      since: sql<string>`${since}::text`,
    })
    .from(table)
    .innerJoin(users, eq(users.id, user))
    .where(and(where, after && sql`(${since}, ${user}) < (${after[0]}::timestamptz, ${after[1]})`))
    .orderBy(desc(since), desc(user))
    .limit(limit + 1)
  const { page, next } = slicePage(rows, limit, (row) => encodeCursor([row.since, row.id]))
  const results = page.map(({ id, username, avatar, ...row }) => ({
    id,
    username,
    name: displayName({ ...row, username }),
    avatar,
  }))
  return { results, next }
}
