import { sql, type SQL } from 'drizzle-orm'
import { isOpenPoll } from './visibility.ts'

/** The same for all visitors of ten minutes and on all servers, so that they share responses. Null: nothing is drawn, or the poll has closed. */
const visitorDraw = (poll: string, of: string, below: string): SQL<number | null> =>
  sql`case when ${sql.raw(below)} is not null and ${isOpenPoll(poll)} then ${sql.raw(
    `('x' || substr(md5(${of} || ' ' || floor(extract(epoch from now()) / 600)), 1, 7))::bit(28)::int % ${below}`,
  )} end`

/** SQL: which of the options with an opinion stands first for visitors, from 0. Null: the order is the author's. */
export const visitorRotation = (poll: string): SQL<number | null> =>
  visitorDraw(poll, `${poll}.id`, `${poll}.drawn_options`)

/** SQL: which of two wordings visitors see, 0 or 1. Null: there is one. */
export const visitorWording = (poll: string): SQL<number | null> =>
  visitorDraw(
    poll,
    `('wording ' || least(${poll}.id, ${poll}.twin_id))`,
    `(case when ${poll}.twin_id is not null then 2 end)`,
  )
