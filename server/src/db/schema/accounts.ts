import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, timestamp, uniqueIndex, uuid } from 'drizzle-orm/pg-core'

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const users = pgTable(
  'users',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    username: text().notNull(),
    email: text().notNull(),
    /** argon2id in PHC string format. */
    passwordHash: text('password_hash'),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    /** Two-letter code; null for accounts that never told (sign-in by Google). */
    state: text(),
    bio: text().notNull().default(''),
    avatar: text(),
    role: text({ enum: ['user', 'moderator', 'admin'] })
      .notNull()
      .default('user'),
    verified: boolean().notNull().default(false),
    showEmail: boolean('show_email').notNull().default(false),
    newsletter: boolean().notNull().default(false),
    termsVersion: text('terms_version'),
    termsAcceptedAt: instant('terms_accepted_at'),
    followersCount: integer('followers_count').notNull().default(0),
    followingCount: integer('following_count').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    // Addresses and names differ only when more than their case does (decision 26).
    uniqueIndex('users_email_key').on(sql`lower(${table.email})`),
    uniqueIndex('users_username_key').on(sql`lower(${table.username})`),
    check('users_role_known', sql`${table.role} in ('user', 'moderator', 'admin')`),
  ],
)

/**
 * A signed-in device. Its refresh tokens are signed from these columns, so the table holds no secret: `generation`
 * counts the rotations, and a token of an older generation is a re-used one.
 */
export const sessions = pgTable(
  'sessions',
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    generation: integer().notNull().default(0),
    remember: boolean().notNull().default(false),
    createdAt: instant('created_at').notNull().defaultNow(),
    rotatedAt: instant('rotated_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [index('sessions_user').on(table.userId)],
)
