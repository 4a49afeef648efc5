import { sql, type SQL } from 'drizzle-orm'

/**
 * SQL: which of the options with an opinion stands first for visitors, from 0. Null: the order is the author's. It is the same for all
 * visitors of ten minutes and on all servers, so that they share responses.
 */
export const visitorRotation = (poll: string): SQL<number | null> =>
  sql<
    number | null
  >`${sql.raw(`(('x' || substr(md5(${poll}.id || ' ' || floor(extract(epoch from now()) / 600)), 1, 7))::bit(28)::int
    % ${poll}.drawn_options)`)}`
