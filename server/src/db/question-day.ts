import { questionHour } from '@wtpu/contract/polls/on-demand/question-queue'
import { type SQL, sql } from 'drizzle-orm'

const hours = sql.raw(`interval '${questionHour} hours'`)

/** The day of the question at a moment. It begins at 7 by the clocks of the site's zone, also on days when they change. */
export const questionDay = (at = sql`now()`): SQL<string> =>
  sql<string>`((${at} at time zone site_time_zone()) - ${hours})::date`

/** When the question of a day begins. */
export const questionBegins = (day: SQL): SQL => sql`((${day} + ${hours}) at time zone site_time_zone())`
