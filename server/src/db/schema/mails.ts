import { type MailKind, mailOutcomes } from '@wtpu/contract/accounts/last-mail'
import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { bytea, instant } from './columns.ts'

/** Outbox. A row is deleted once its mail has been sent. */
export const mails = pgTable(
  'mails',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Address, subject and text, encrypted, so that backups do not contain readable reset codes. */
    sealed: bytea().notNull(),
    /** Lower numbers are sent first (mail/outbox.ts). */
    priority: smallint().notNull().default(0),
    attempts: smallint().notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
    nextAttemptAt: instant('next_attempt_at').notNull().defaultNow(),
    /** After this time the mail is deleted unsent, because it is no longer useful. */
    usefulUntil: instant('useful_until').notNull(),
  },
  (table) => [index('mails_due').on(table.priority, table.nextAttemptAt, table.id)],
)

/** The outcome of the last mail to an account. The mail itself and earlier outcomes are not kept. */
export const mailDeliveries = pgTable(
  'mail_deliveries',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text().$type<MailKind>().notNull(),
    day: date().notNull(),
    outcome: text({ enum: mailOutcomes }).notNull(),
  },
  (table) => [
    check(
      'mail_deliveries_outcome_known',
      sql`${table.outcome} in (${sql.raw(mailOutcomes.map((outcome) => `'${outcome}'`).join(', '))})`,
    ),
  ],
)
