import { roundedTo } from '@wtpu/contract/disclosure'
import { minRatingsOfQuarter, type RatingHistory } from '@wtpu/contract/rating-history'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isoMonth, isoTime } from '#db/iso-time.ts'
import { politicianRatings, politicians } from '#db/schema/politicians.ts'

interface Row {
  begins: string
  first: string
  good: number
  bad: number
  recent_good: number
  recent_bad: number
}

/** Reads all ratings of the official. Quarters begin in the time zone of the site. Undefined if there is no such official. */
export async function findRatingHistory(db: Db, id: number): Promise<RatingHistory | undefined> {
  if ((await db.$count(politicians, eq(politicians.id, id))) === 0) return undefined
  const isRecent = sql`created_at >= ${weekBegan} - interval '90 days' and created_at < ${weekBegan}`
  const { rows } = await db.execute<Row>(sql`
    select ${isoTime("date_trunc('quarter', created_at, site_time_zone())")} as begins, ${isoMonth('min(created_at)')} as first,
      count(*) filter (where type = 'good')::int as good, count(*) filter (where type = 'bad')::int as bad,
      count(*) filter (where type = 'good' and ${isRecent})::int as recent_good,
      count(*) filter (where type = 'bad' and ${isRecent})::int as recent_bad
    from ${politicianRatings} where politician_id = ${id} group by date_trunc('quarter', created_at, site_time_zone())
    order by min(created_at)`)
  const { rows: times } = await db.execute<{ zone: string; now: string; until: string }>(
    sql`select site_time_zone() as zone, ${isoTime('now()')} as now, ${isoTime(weekBegan)} as until`,
  )
  const sum = (key: 'recent_good' | 'recent_bad') => {
    const ratings = rows.reduce((total, row) => total + row[key], 0)
    return ratings - (ratings % roundedTo)
  }
  return {
    since: rows[0]?.first ?? null,
    last_90_days: { until: times[0]?.until ?? '', good: sum('recent_good'), bad: sum('recent_bad') },
    quarters: rows
      .slice(-quartersShown)
      .filter(({ good, bad }) => good + bad >= minRatingsOfQuarter)
      .map(({ begins, good, bad }) => ({ begins, good, bad })),
    counted_at: times[0]?.now ?? '',
    time_zone: times[0]?.zone ?? '',
  }
}

const quartersShown = 12
const weekBegan = sql`date_trunc('week', now(), site_time_zone())`
