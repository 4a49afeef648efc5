import { pendingAnswerResults } from '@wtpu/contract/polls/pending-answers'
import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
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
    /** Modulo the number of options with an opinion, which of them stood first. */
    rotation: smallint(),
    /** Null once the answer is decided. */
    email: text(),
    /** The sentence about the newsletter that was switched on. Null once the answer is decided. */
    newsletter: text(),
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

/** Who asked for the newsletter, by the mailed link. Nothing joins them to answers: they name no voter. */
export const newsletterConsents = pgTable(
  'newsletter_consents',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    email: text().notNull(),
    /** The sentence that was agreed to. */
    wording: text().notNull(),
    pollId: integer('poll_id').references(() => polls.id, { onDelete: 'set null' }),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('newsletter_consents_once').on(sql`lower(${table.email})`, table.wording),
    index('newsletter_consents_poll').on(table.pollId),
  ],
)
