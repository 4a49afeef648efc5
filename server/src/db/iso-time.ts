import { type AnyColumn, sql, type SQL } from 'drizzle-orm'

/** SQL of a time as text in the form of ISO 8601, as responses have it. Text is an expression in the statement, such as `p.created_at`. */
export const isoTime = (time: string | SQL | AnyColumn): SQL<string> => textOf<string>(time)

/** `isoTime` of a time that may be missing. */
export const isoTimeOrNull = (time: string | SQL | AnyColumn): SQL<string | null> => textOf<string | null>(time)

const textOf = <T>(time: string | SQL | AnyColumn) =>
  sql<T>`to_json(${typeof time === 'string' ? sql.raw(time) : time})#>>'{}'`
