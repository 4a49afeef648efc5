import { forProfileTexts } from '@wtpu/contract/accounts/on-demand/fields'
import { writtenOfBio } from '@wtpu/contract/schemas'
import type { WebAuthnCredential } from '@simplewebauthn/server'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { activeUser, hasTextsToEmpty, isDeleted, isSearchable } from '#db/visibility.ts'
import {
  bytea,
  englishWords,
  instant,
  bioColumns,
  writtenChecks,
  today,
  tsvector,
  normalizedName,
  plainWords,
} from './columns.ts'
import { nextVoterId } from './voters.ts'

/** First and last name, normalized for the search. */
const searchName = normalizedName(`first_name || ' ' || last_name`)

/** What admins search for parts of: the email, the username and the name, in lower case. */
export const adminSearchText = sql.raw(
  `(lower(coalesce(email, '')) || ' ' || lower(coalesce(username, '')) || ' ' || search_name)`,
)

export const users = pgTable(
  'users',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Null only for deleted accounts. Their rows remain, because their votes stay counted. */
    username: text(),
    email: text(),
    /** Identifies a person for votes and ratings. Shared by accounts with one email address, kept after deletion. */
    voterId: integer('voter_id').notNull().default(nextVoterId),
    /** Set when the user uses a code or link sent to the address, or when Google reports it as verified. */
    emailVerifiedAt: instant('email_verified_at'),
    /** argon2id in PHC string format. Null for accounts that only sign in with Google. */
    passwordHash: text('password_hash'),
    firstName: text('first_name').notNull().default(''),
    lastName: text('last_name').notNull().default(''),
    /** Two-letter code. Null for accounts that never set one (sign-in with Google). */
    state: text(),
    /** The congressional district, in states with several. Null until the user sets it. */
    district: smallint(),
    ...forProfileTexts(() => text().notNull().default('')),
    ...bioColumns,
    avatar: text(),
    role: text({ enum: ['user', 'moderator', 'admin'] })
      .notNull()
      .default('user'),
    verified: boolean().notNull().default(false),
    showEmail: boolean('show_email').notNull().default(false),
    newsletter: boolean().notNull().default(false),
    /** Whether the votes take part in the computation of Common Ground. */
    inCommonGround: boolean('in_common_ground').notNull().default(true),
    /** When the user changed that. It counts some days later (features/common-ground/read-votes.ts). */
    commonGroundChangedAt: instant('common_ground_changed_at'),
    termsVersion: text('terms_version'),
    /** The version of the terms whose notice the user has closed. */
    termsSeen: integer('terms_seen').notNull().default(0),
    termsAcceptedAt: instant('terms_accepted_at'),
    followersCount: integer('followers_count').notNull().default(0),
    followingCount: integer('following_count').notNull().default(0),
    /** Posts in the Boiler Room that are shown. */
    postsCount: integer('posts_count').notNull().default(0),
    createdAt: instant('created_at').notNull().defaultNow(),
    /**
     * The last day, in UTC, on which the owner registered, signed in or came back. A day up to `seen_since` of the site
     * says only that it was on this day or before. Null once the account is deleted.
     */
    lastSeenOn: date('last_seen_on').default(today),
    deletedAt: instant('deleted_at'),
    /** Nobody can appeal any more, so the hidden texts of the deleted account were emptied. */
    textsEmptiedAt: instant('texts_emptied_at'),
    /** A keyed hash of the network that registered the account, for some days. */
    registeredFrom: text('registered_from'),
    /** The mail domain that the account was registered with, unless it is a public provider's. Null once the account is deleted. */
    mailDomain: text('mail_domain'),
    /** Not an account: the row of a mailbox that answered polls by mailed links. Like a deleted one, it has no address and no name. */
    isMailbox: boolean('is_mailbox').notNull().default(false),
    /** Set by staff. A blocked account cannot sign in and has no public profile. */
    blockedAt: instant('blocked_at'),
    /** Set by staff. Until then, the account reads, but cannot write or vote. */
    suspendedUntil: instant('suspended_until'),
    isActive: boolean('is_active').notNull().generatedAlwaysAs(activeUser),
    /** First and last name, normalized. */
    searchName: text('search_name').notNull().generatedAlwaysAs(sql.raw(searchName)),
    search: tsvector()
      .notNull()
      .generatedAlwaysAs(sql.raw(plainWords(`first_name || ' ' || last_name`))),
    /** The words of all names, by which their posts are found. */
    englishName: tsvector('english_name')
      .notNull()
      .generatedAlwaysAs(sql.raw(englishWords(`first_name || ' ' || last_name || ' ' || coalesce(username, '')`))),
  },
  (table) => [
    // Email addresses and usernames are unique ignoring case.
    uniqueIndex('users_email_key').on(sql`lower(${table.email})`),
    uniqueIndex('users_username_key').on(sql`lower(${table.username})`),
    index('users_voter').on(table.voterId),
    ...writtenChecks('users_bio', writtenOfBio(table)),
    index('users_most_followed').on(table.followersCount, table.id),
    index('users_state').on(table.state, table.followersCount, table.id),
    index('users_search_username')
      .on(sql`lower(${table.username}) text_pattern_ops`)
      .where(isSearchable()),
    index('users_search').using('gin', table.search).with({ fastupdate: false }).where(isSearchable()),
    index('users_english_name')
      .using('gin', table.englishName)
      .with({ fastupdate: false })
      .where(sql`${table.isActive}`),
    index('users_search_similar').using('gin', table.searchName.op('gin_trgm_ops')).where(isSearchable()),
    index('users_foreign_avatar')
      .on(table.id)
      .where(sql`${table.avatar} like 'http%'`),
    index('users_blocked')
      .on(table.id)
      .where(sql`${table.blockedAt} is not null`),
    index('users_admin_search')
      .using('gin', sql`${adminSearchText} gin_trgm_ops`)
      .with({ fastupdate: false })
      .where(sql`not ${isDeleted()}`),
    index('users_unconfirmed')
      .on(table.id)
      .where(sql`${table.emailVerifiedAt} is null`),
    index('users_last_seen')
      .on(table.lastSeenOn, table.id)
      .where(sql`${table.lastSeenOn} is not null`),
    index('users_registered_from')
      .on(table.registeredFrom, table.createdAt)
      .where(sql`${table.registeredFrom} is not null`),
    index('users_mail_domain')
      .on(table.createdAt, table.mailDomain)
      .where(sql`${table.mailDomain} is not null`),
    index('users_suspended')
      .on(table.id)
      .where(sql`${table.suspendedUntil} is not null`),
    index('users_staff')
      .on(table.role)
      .where(sql`${table.role} <> 'user'`),
    index('users_texts_to_empty').on(table.deletedAt).where(hasTextsToEmpty),
    check('users_role_known', sql`${table.role} in ('user', 'moderator', 'admin')`),
    check('users_posts_count_positive', sql`${table.postsCount} >= 0`),
    check('users_follow_counts_positive', sql`${table.followersCount} >= 0 and ${table.followingCount} >= 0`),
    check(
      'users_named_until_deleted',
      sql`${table.deletedAt} is not null or (${table.email} is not null and ${table.username} is not null)`,
    ),
  ],
)

/**
 * Usernames that were given up, in lower case. A trigger keeps others from taking them, because texts mention people by them
 * (`reject_former_username`).
 */
export const formerUsernames = pgTable(
  'former_usernames',
  {
    username: text().primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    givenUpAt: instant('given_up_at').notNull().defaultNow(),
  },
  (table) => [index('former_usernames_user').on(table.userId, table.givenUpAt)],
)

/**
 * A signed-in device. Refresh tokens are signed from these columns, so the table holds no secret. `generation` counts the
 * rotations; a token with an older generation has been used before.
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
    /** The User-Agent header, for the list of signed-in devices. */
    userAgent: text('user_agent').notNull().default(''),
    /** A keyed hash of the network that it began on. Null if that is not known. */
    network: text(),
    createdAt: instant('created_at').notNull().defaultNow(),
    rotatedAt: instant('rotated_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
    revokedAt: instant('revoked_at'),
    /** When the user last proved who they are: by signing in, or again before a sensitive act. */
    provedAt: instant('proved_at'),
    /** It began with a second factor, or one was set up in it. */
    isStrong: boolean('is_strong').notNull().default(false),
  },
  (table) => [
    index('sessions_user').on(table.userId),
    index('sessions_ended').on(sql`least(${table.revokedAt}, ${table.expiresAt})`),
  ],
)

/** The authenticator app of an account (RFC 6238). */
export const authenticatorApps = pgTable('authenticator_apps', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** Encrypted. */
  secret: bytea().notNull(),
  createdAt: instant('created_at').notNull().defaultNow(),
  /** Null until a code has shown that the app has the secret. */
  confirmedAt: instant('confirmed_at'),
  /** The period of 30 seconds of the newest code that was used, so that no code works twice. */
  lastPeriod: integer('last_period').notNull().default(0),
  lastUsedAt: instant('last_used_at'),
})

/** Passkeys of accounts (WebAuthn), without attestation. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** In base64url. */
    credentialId: text('credential_id').notNull().unique(),
    /** The relying party: the host of PUBLIC_URL when it was added. */
    host: text().notNull(),
    publicKey: bytea('public_key').notNull(),
    /** The last one that the authenticator sent. 0 if it has none. */
    counter: bigint({ mode: 'number' }).notNull(),
    /** How browsers reach it, so that they do not add it twice. */
    transports: text().array().$type<NonNullable<WebAuthnCredential['transports']>>().notNull(),
    name: text().notNull(),
    /** Whether it is of the kind that may be in several places. It never changes. */
    mayBeBackedUp: boolean('may_be_backed_up').notNull(),
    isBackedUp: boolean('is_backed_up').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
)

/** Codes that replace the second factor, each once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the code, which is 80 random bits. */
    codeHash: bytea('code_hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
)

/** An account at an OpenID provider, linked to one of our accounts by issuer and subject. */
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

/** The latest reset code of each account. */
export const passwordResets = pgTable(
  'password_resets',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Hashed like a password, because a fast hash of six digits can be cracked in a second. */
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

/** Mail domains that may have any number of new accounts a day. */
export const openMailDomains = pgTable('open_mail_domains', {
  domain: text().primaryKey(),
  createdAt: instant('created_at').notNull().defaultNow(),
})

/** Keyed hashes of the networks that an account signed in from. Failed attempts from other networks do not lock them out. */
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

/** Links that confirm an email address. Kept for a week after expiry, to distinguish an expired link from an unknown one. */
export const emailConfirmations = pgTable(
  'email_confirmations',
  {
    /** SHA-256 of the link's token, which is 256 random bits. */
    tokenHash: bytea('token_hash').primaryKey(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The address that the link was sent to. It confirms only this address. */
    email: text().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('email_confirmations_user').on(table.userId, table.createdAt),
    index('email_confirmations_expired').on(table.expiresAt),
  ],
)
