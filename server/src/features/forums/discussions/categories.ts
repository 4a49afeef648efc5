import { parseId, toSingleLine } from '@wtpu/contract/schemas'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { categories } from '#db/schema/polls.ts'

/** The id of a category, by id or name. "Defense" finds "Defence". */
export async function findCategory(db: Db, wanted: number | string): Promise<number | undefined> {
  const name = toSingleLine(String(wanted)).toLowerCase()
  const id = parseId(name)
  const isWanted =
    id === undefined ? eq(sql`lower(${categories.name})`, name === 'defense' ? 'defence' : name) : eq(categories.id, id)
  const [category] = await db.select({ id: categories.id }).from(categories).where(isWanted)
  return category?.id
}
