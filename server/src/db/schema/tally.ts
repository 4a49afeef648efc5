import { sql } from 'drizzle-orm'
import { check, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytea, instant } from './columns.ts'

/**
 * Signed results, each with the hash of the entry before. A trigger prevents changing or deleting rows. Does not refer to polls,
 * because a seal stays when its poll is deleted.
 */
export const tallyLog = pgTable(
  'tally_log',
  {
    /** Numbered from 0 without gaps, under a lock. */
    id: integer().primaryKey(),
    /** The poll that the entry seals. Null for a new key. */
    pollId: integer('poll_id').unique('tally_log_poll'),
    /** The line of JSON that is signed. */
    entry: text().notNull(),
    /** The SHA-256 of the line, in hexadecimal. */
    hash: text().notNull(),
    /** In base64url. */
    signature: text().notNull(),
  },
  (table) => [check('tally_log_numbered', sql`${table.id} >= 0`)],
)

/** The keys of the log, by the entry that names them. The newest one signs. */
export const tallyKeys = pgTable('tally_keys', {
  entryId: integer('entry_id')
    .primaryKey()
    .references(() => tallyLog.id),
  /** In base64url, as in a JSON Web Key. */
  publicKey: text('public_key').notNull(),
  /** Encrypted with the key `tally` of `site_keys`. */
  privateKey: bytea('private_key').notNull(),
})

/** When a server last looked at the database's clock, and since when that was often. One row. */
export const clockHeartbeats = pgTable('clock_heartbeats', {
  id: integer().primaryKey(),
  at: instant('at').notNull(),
  steadySince: instant('steady_since').notNull(),
})

/**
 * The ballots of sealed polls as they are downloaded, in pieces of some thousand lines. Apart from `poll_votes`, so that they do
 * not depend on accounts. The same trigger protects them.
 */
export const sealedBallots = pgTable(
  'sealed_ballots',
  {
    pollId: integer('poll_id').notNull(),
    piece: integer().notNull(),
    lines: bytea().notNull(),
  },
  (table) => [primaryKey({ columns: [table.pollId, table.piece] })],
)
