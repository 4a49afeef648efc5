import { customType, index, integer, pgTable, smallint, timestamp } from 'drizzle-orm/pg-core'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Mail that is still to be sent; a row leaves with its mail. */
export const mails = pgTable(
  'mails',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Address, subject and text, encrypted: a reset code must not lie readable in a backup. */
    sealed: bytea().notNull(),
    /** Lower goes first (mail/outbox.ts). */
    priority: smallint().notNull().default(0),
    attempts: smallint().notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
    nextAttemptAt: instant('next_attempt_at').notNull().defaultNow(),
    /** After this the mail helps nobody and is dropped. */
    usefulUntil: instant('useful_until').notNull(),
  },
  (table) => [index('mails_due').on(table.priority, table.nextAttemptAt, table.id)],
)
