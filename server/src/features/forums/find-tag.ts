import type { ListedTag } from '@wtpu/contract/forums/tags'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { tags } from '#db/schema/forums.ts'

/** A tag, or the one that it was merged into. */
export async function findTag(db: Db, by: { id: number } | { slug: string }): Promise<ListedTag | undefined> {
  const isNamed = 'id' in by ? sql`named.id = ${by.id}` : sql`named.slug = ${by.slug}`
  const { rows } = await db.execute<ListedTag>(sql`
    select shown.id, shown.name, shown.discussion_count from ${tags} named
    join ${tags} shown on shown.id = coalesce(named.merged_into, named.id) where ${isNamed}`)
  return rows[0]
}
