import { sql, type SQL } from 'drizzle-orm'

interface Events {
  table: SQL
  /** The column with the id of what the events are about. Events without it do not count. */
  about: string
  where?: SQL
  weight?: number
}

interface Limits {
  hours: number
  minScore?: number
  /** How many different users the events must be by. */
  minPeople?: number
}

/**
 * Selects `id` and `score` of what had events in the last `hours`: their number, each times its weight. An index on the time of
 * each kind of event bounds the work.
 */
export function selectScores(events: Events[], { hours, minScore = 1, minPeople }: Limits): SQL {
  const person = minPeople === undefined ? sql`` : sql`, user_id`
  const counts = events.map(({ table, about, where = sql`true`, weight = 1 }) => {
    const id = sql.raw(about)
    return sql`select ${id} as id${person}, count(*) * ${sql.raw(String(weight))} as score from ${table}
      where created_at > now() - make_interval(hours => ${sql.raw(String(hours))}) and ${id} is not null and ${where} group by ${id}${person}`
  })
  const byMany = minPeople === undefined ? sql`` : sql` and count(distinct user_id) >= ${minPeople}`
  return sql`select id, sum(score)::int as score from (${sql.join(counts, sql` union all `)}) counted
    group by id having sum(score) >= ${minScore}${byMany}`
}
