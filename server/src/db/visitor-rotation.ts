import { sql, type SQL } from 'drizzle-orm'

/** The same for all visitors of ten minutes and on all servers, so that they share responses. */
const visitorDraw = (of: string, below: string) =>
  sql<
    number | null
  >`${sql.raw(`(('x' || substr(md5(${of} || ' ' || floor(extract(epoch from now()) / 600)), 1, 7))::bit(28)::int
    % ${below})`)}`

/** SQL: which of the options with an opinion stands first for visitors, from 0. Null: the order is the author's. */
export const visitorRotation = (poll: string): SQL<number | null> => visitorDraw(`${poll}.id`, `${poll}.drawn_options`)

/** SQL: which of two wordings visitors see, 0 or 1. Null: there is one. */
export const visitorWording = (poll: string): SQL<number | null> =>
  visitorDraw(
    `('wording ' || least(${poll}.id, ${poll}.twin_id))`,
    `(case when ${poll}.twin_id is not null then 2 end)`,
  )
