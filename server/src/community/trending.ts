import { sql, type SQL } from 'drizzle-orm'

interface Events {
  table: SQL
  /** The column with the id of what the events are about. Events without it do not count. */
  about: string
  where?: SQL
  weight?: number
}

/**
 * Selects `id` and `score` of what had events in the last `hours`: their number, each times its weight. An index on the time of
 * each kind of event bounds the work.
 */
export function selectScores(events: Events[], { hours, minScore = 1 }: { hours: number; minScore?: number }): SQL {
  const counts = events.map(({ table, about, where = sql`true`, weight = 1 }) => {
    const id = sql.raw(about)
    return sql`select ${id} as id, count(*) * ${sql.raw(String(weight))} as score from ${table}
      where created_at > now() - make_interval(hours => ${hours}) and ${id} is not null and ${where} group by ${id}`
  })
  return sql`select id, sum(score)::int as score from (${sql.join(counts, sql` union all `)}) counted
    group by id having sum(score) >= ${minScore}`
}
