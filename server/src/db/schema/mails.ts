import { index, integer, pgTable, smallint } from 'drizzle-orm/pg-core'
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
