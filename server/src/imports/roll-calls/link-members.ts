import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { politicians } from '#db/schema/politicians.ts'
import { rollCallMembers } from '#db/schema/roll-calls.ts'

/** Finds the officials who are members of Congress, after either of them was imported. @returns how many were found anew */
export async function linkMembers(tx: Db): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    update ${rollCallMembers} member set politician_id = official.id from ${politicians} official
    where official.source = 'congress' and official.external_id = member.bioguide and member.source = 'voteview'
      and member.politician_id is distinct from official.id`)
  return rowCount ?? 0
}
