import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { politicians } from './politicians.ts'
import { polls } from './polls.ts'

/** What is published of a state, as JSON (`Disclosed` in db/steps.ts). */
type StoredState = { state: string; step: number } & (
  | { counts: [choice: string, people: number][] }
  | { counts?: undefined; leadsClearly: string }
)

/** The results by state of polls and officials with so many votes or ratings that no request counts them (db/large-states.ts). */
export const stateResults = pgTable(
  'state_results',
  {
    pollId: integer('poll_id')
      .unique()
      .references(() => polls.id, { onDelete: 'cascade' }),
    politicianId: integer('politician_id')
      .unique()
      .references(() => politicians.id, { onDelete: 'cascade' }),
    /** How many votes or ratings there were. */
    votes: integer().notNull(),
    countedAt: instant('counted_at').notNull(),
    states: jsonb().$type<StoredState[]>().notNull(),
  },
  (table) => [check('state_results_of_one', sql`num_nonnulls(${table.pollId}, ${table.politicianId}) = 1`)],
)
