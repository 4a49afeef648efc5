import { roles } from '@wtpu/contract/on-demand/admin'
import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { bytea, instant } from './columns.ts'

/** Links to join the site. A row is deleted when the invitation of a member of staff is used, or an admin revokes a link. */
export const invitations = pgTable(
  'invitations',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** SHA-256 of the link's token, which is 256 random bits. */
    tokenHash: bytea('token_hash').notNull(),
    role: text({ enum: roles }).notNull(),
    /** Where the link was mailed. Null for links that admins pass on to members. */
    email: text(),
    maxUses: integer('max_uses').notNull(),
    uses: integer().notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
    createdBy: integer('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('invitations_token').on(table.tokenHash),
    index('invitations_created_by').on(table.createdBy),
    check('invitations_uses_left', sql`${table.uses} between 0 and ${table.maxUses}`),
    check('invitations_staff_by_mail', sql`(${table.role} = 'user') = (${table.email} is null)`),
    check('invitations_role_known', sql`${table.role} in ('user', 'moderator', 'admin')`),
  ],
)
