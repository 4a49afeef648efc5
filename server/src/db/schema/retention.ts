import { date, integer, pgTable } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { instant } from './columns.ts'

/** Warnings to owners of accounts without activity. A row is deleted once the account is used again. */
export const retentionWarnings = pgTable('retention_warnings', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** When the account was last seen before the first warning. */
  seenOn: date('seen_on').notNull(),
  /** When the pending warning was added to the outbox. Null once the mail server has accepted it. */
  queuedAt: instant('queued_at'),
  firstSentOn: date('first_sent_on'),
  secondSentOn: date('second_sent_on'),
})
