import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { nextVoterNumber } from './voters.ts'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })

export const users = pgTable(
  'users',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Null only after the account was deleted: its row stays, nameless, for the votes that were counted. */
    username: text(),
    email: text(),
    /** Accounts with the same number are the same person to polls and ratings; it stays when the account is deleted. */
    voterId: integer('voter_id').notNull().default(nextVoterNumber),
    /** Set when a code or link sent there came back, or Google vouched for it. */
    emailVerifiedAt: instant('email_verified_at'),
    /** argon2id in PHC string format; null for accounts that only sign in with Google. */
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
    /** Set by the first vote in any poll: who counts as a participant. */
    firstVotedAt: instant('first_voted_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
    deletedAt: instant('deleted_at'),
    /** Set by staff: cannot sign in, and has no public profile. */
    blockedAt: instant('blocked_at'),
  },
  (table) => [
    // Addresses and names differ only when more than their case does (decision 26).
    uniqueIndex('users_email_key').on(sql`lower(${table.email})`),
    uniqueIndex('users_username_key').on(sql`lower(${table.username})`),
    index('users_voter').on(table.voterId),
    index('users_most_followed').on(table.followersCount, table.id),
    index('users_state').on(table.state, table.followersCount, table.id),
    index('users_staff')
      .on(table.role)
      .where(sql`${table.role} <> 'user'`),
    check('users_role_known', sql`${table.role} in ('user', 'moderator', 'admin')`),
    check('users_follow_counts_positive', sql`${table.followersCount} >= 0 and ${table.followingCount} >= 0`),
    check(
      'users_named_until_deleted',
      sql`${table.deletedAt} is not null or (${table.email} is not null and ${table.username} is not null)`,
    ),
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
    /** What the browser said of itself, for the list of signed-in devices. */
    userAgent: text('user_agent').notNull().default(''),
    createdAt: instant('created_at').notNull().defaultNow(),
    rotatedAt: instant('rotated_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
  },
  (table) => [index('sessions_user').on(table.userId)],
)

/** Another provider's account that signs in to one of ours, by issuer and subject (decision 110). */
export const identities = pgTable(
  'identities',
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] }), index('identities_user').on(table.userId)],
)

/** The newest reset code of an account, and no other: one row per person. */
export const passwordResets = pgTable(
  'password_resets',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** As a password is hashed: six digits behind a plain hash are guessed in a second (decision 111). */
    codeHash: text('code_hash').notNull(),
    tries: smallint().notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [check('password_resets_tries', sql`${table.tries} between 0 and 5`)],
)

/**
 * Attempts that count against a limit of an account, shared by all servers. One row per limit and key; `times` holds the
 * attempts of the window.
 */
export const attempts = pgTable(
  'attempts',
  {
    key: text().primaryKey(),
    times: instant('times').array().notNull(),
    /** When the newest attempt leaves the window. */
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('attempts_expired').on(table.expiresAt)],
)

/** Networks from which an account has signed in, as keyed hashes: strangers' failures do not block them. */
export const knownNetworks = pgTable(
  'known_networks',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    network: text().notNull(),
    lastUsedAt: instant('last_used_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.network] })],
)

/** Links that confirm an email address. Kept for a week after they expire, to tell an expired link from an unknown one. */
export const emailConfirmations = pgTable(
  'email_confirmations',
  {
    /** SHA-256 of the link's token, which is 256 random bits. */
    tokenHash: bytea('token_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Where the link was sent: it confirms this address and no other. */
    email: text().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('email_confirmations_user').on(table.userId, table.createdAt),
    index('email_confirmations_expired').on(table.expiresAt),
  ],
)
