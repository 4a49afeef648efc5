import { type AnyColumn, sql, type SQL } from 'drizzle-orm'

/** SQL of a time as text in the form of ISO 8601, as responses have it. Text is an expression in the statement, such as `p.created_at`. */
export const isoTime = (time: string | SQL | AnyColumn): SQL<string> => textOf<string>(time)

/** `isoTime` of a time that may be missing. */
export const isoTimeOrNull = (time: string | SQL | AnyColumn): SQL<string | null> => textOf<string | null>(time)

/**
 * SQL of the month of a time, by the site's clock, for times that may say when a person did something: noon in UTC of its first day,
 * which is in that month in every time zone.
 */
export const isoMonth = (time: string | SQL | AnyColumn): SQL<string> =>
  isoTime(
    sql`(date_trunc('month', ${rawOf(time)} at time zone site_time_zone()) + interval '12 hours') at time zone 'UTC'`,
  )

const rawOf = (time: string | SQL | AnyColumn) => (typeof time === 'string' ? sql.raw(time) : time)

const textOf = <T>(time: string | SQL | AnyColumn) => sql<T>`to_json(${rawOf(time)})#>>'{}'`
