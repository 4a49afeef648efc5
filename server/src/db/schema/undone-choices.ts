import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, unique } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { instant } from './columns.ts'
import { politicians } from './politicians.ts'
import { polls } from './polls.ts'

/** Who has taken back a vote or a rating, which is possible once for each poll and official. Says nothing about the choice. */
export const undoneChoices = pgTable(
  'undone_choices',
  {
    pollId: integer('poll_id').references(() => polls.id, { onDelete: 'cascade' }),
    politicianId: integer('politician_id').references(() => politicians.id, { onDelete: 'cascade' }),
    voterId: integer('voter_id').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('undone_choices_poll').on(table.pollId, table.voterId),
    unique('undone_choices_politician').on(table.politicianId, table.voterId),
    index('undone_choices_user').on(table.userId, table.createdAt),
    check('undone_choices_of_one', sql`num_nonnulls(${table.pollId}, ${table.politicianId}) = 1`),
  ],
)
