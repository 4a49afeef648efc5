import { allParts, offByDefault } from '@wtpu/contract/site/on-demand/part-facts'
import type { RatingsClosed, SiteParts } from '@wtpu/contract/site/site-parts'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from './client.ts'
import { politicians } from './schema/politicians.ts'
import { site } from './schema/site.ts'

const siteDay = (at: SQL) => sql<string>`(${at} at time zone site_time_zone())::date`
const dayOf = (name: 'from' | 'until') => sql`(${site.parts} -> 'ratings_closed' ->> ${sql.raw(`'${name}'`)})::date`

/** The days between which ratings are closed at a moment, by the calendar of the site's zone. Null while they are open. */
export const ratingsClosedAt = (at = sql`now()`): SQL<RatingsClosed | null> =>
  sql`(select ${site.parts} -> 'ratings_closed' from ${site}
    where ${siteDay(at)} >= ${dayOf('from')} and ${siteDay(at)} < ${dayOf('until')})`

export async function findToday(db: Db): Promise<{ today: string; time_zone: string }> {
  const { rows } = await db.execute<{ today: string; time_zone: string }>(
    sql`select ${siteDay(sql`now()`)}::text as today, site_time_zone() as time_zone`,
  )
  const [row] = rows
  if (!row) throw new Error('A select without from returned no row')
  return row
}

/** The parts that are switched off, when ratings close, and how often that was changed. */
export async function findParts(db: Db): Promise<SiteParts> {
  const [found] = await db
    .select({
      chosen: site.parts,
      version: site.partsVersion,
      isOver: sql<boolean>`coalesce(${dayOf('until')} <= ${siteDay(sql`now()`)}, true)`,
    })
    .from(site)
  if (!found) return { ...allParts, version: 0 }
  const off = found.chosen.off ?? ((await hasDemo(db)) ? [] : [...offByDefault])
  return { ...allParts, ...found.chosen, off, ...(found.isOver && { ratings_closed: null }), version: found.version }
}

async function hasDemo(db: Db): Promise<boolean> {
  const [sample] = await db
    .select({ id: politicians.id })
    .from(politicians)
    .where(eq(politicians.source, 'sample'))
    .limit(1)
  return sample !== undefined
}
