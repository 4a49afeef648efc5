import { sql } from 'drizzle-orm'
import { check, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

/** Moderation log: what staff did, and why. A trigger prevents changing or deleting rows. */
export const moderationActions = pgTable(
  'moderation_actions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** The member of staff: the name given with `--by`, or their user name on the server. */
    actor: text().notNull(),
    action: text({ enum: ['remove', 'block', 'unblock'] }).notNull(),
    subjectKind: text('subject_kind', { enum: ['poll', 'comment', 'account'] }).notNull(),
    subjectId: integer('subject_id').notNull(),
    reason: text().notNull(),
    createdAt: timestamp('created_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
  },
  (table) => [
    check('moderation_actions_actor_given', sql`${table.actor} <> ''`),
    check('moderation_actions_reason_given', sql`${table.reason} <> ''`),
    check('moderation_actions_action_known', sql`${table.action} in ('remove', 'block', 'unblock')`),
    check('moderation_actions_kind_known', sql`${table.subjectKind} in ('poll', 'comment', 'account')`),
  ],
)
