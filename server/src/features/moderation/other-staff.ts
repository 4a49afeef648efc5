import { and, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'

/** Other staff, who can decide on an appeal against the actor's decision. */
export async function countOtherStaff(tx: Db, ...userIds: (number | null)[]): Promise<number> {
  const known = userIds.filter((id) => id !== null)
  return tx.$count(
    users,
    and(users.isActive, sql`${users.role} <> 'user' and not ${users.id} = any(${sql.param(known)}::int[])`),
  )
}
