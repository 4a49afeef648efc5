import { type ListedTag, tagSlug } from '@wtpu/contract/forums/tags'
import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { tags } from '#db/schema/forums.ts'

const maxListed = 100
/** Later words of names are searched only in this many of the most used tags. Starts of names have an index. */
const searchedInside = 5_000

const byUse = sql`discussion_count desc, id desc`
const mostUsed = (limit: number) =>
  sql`select id, name, slug, discussion_count from ${tags} where merged_into is null order by ${byUse} limit ${limit}`

/** The most used tags first; with `q`, those with a word that starts with it, the exact name first. */
export async function findTags(db: Db, { q = '', limit = 20 }: { q?: string; limit?: number }): Promise<ListedTag[]> {
  const slug = tagSlug(q)
  if (q.trim() !== '' && slug === '') return []
  const { rows } = await db.execute<ListedTag & Record<string, unknown>>(
    slug === ''
      ? sql`select id, name, discussion_count from (${mostUsed(limit)}) listed order by ${byUse}`
      : matching(slug, limit),
  )
  return rows
}

/** Slugs contain no characters that are special in a pattern. */
function matching(slug: string, limit: number): SQL {
  return sql`
    select id, name, discussion_count from (
      (select id, name, slug, discussion_count from ${tags}
        where merged_into is null and slug like ${`${slug}%`} order by slug <> ${slug}, ${byUse} limit ${maxListed})
      union
      (select id, name, slug, discussion_count from (${mostUsed(searchedInside)}) most_used
        where slug like ${`%-${slug}%`} order by ${byUse} limit ${maxListed})
    ) found order by slug <> ${slug}, ${byUse} limit ${limit}`
}
