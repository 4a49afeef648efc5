import { pendingAnswerResults } from '@wtpu/contract/polls/pending-answers'
import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { bytea, instant } from './columns.ts'
import { pollOptions, polls } from './polls.ts'

/**
 * Answers that were given with an email address, without an account. Each counts when its owner presses the button on the page of the
 * mailed link. Then the choice and the address are deleted, and the result after `mailedAnswerDays`.
 */
export const mailedAnswers = pgTable(
  'mailed_answers',
  {
    pollId: integer('poll_id')
      .notNull()
      .references(() => polls.id, { onDelete: 'cascade' }),
    voterId: integer('voter_id').notNull(),
    tokenHash: bytea('token_hash').notNull(),
    optionId: integer('option_id'),
    /** Null once the answer is decided. */
    email: text(),
    state: text({ enum: ['waiting', ...pendingAnswerResults] })
      .notNull()
      .default('waiting'),
    /** `hashOfRegistration` */
    givenFrom: text('given_from').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.pollId, table.voterId] }),
    uniqueIndex('mailed_answers_token').on(table.tokenHash),
    foreignKey({
      columns: [table.pollId, table.optionId],
      foreignColumns: [pollOptions.pollId, pollOptions.id],
    }).onDelete('cascade'),
    index('mailed_answers_option').on(table.pollId, table.optionId),
    index('mailed_answers_old').on(table.createdAt),
    check(
      'mailed_answers_kept_until_decided',
      sql`(${table.state} = 'waiting') = (${table.optionId} is not null) and (${table.state} = 'waiting') = (${table.email} is not null)`,
    ),
  ],
)
