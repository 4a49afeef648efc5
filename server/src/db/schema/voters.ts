import { sql } from 'drizzle-orm'
import { index, integer, pgSequence, pgTable } from 'drizzle-orm/pg-core'
import { bytea } from './columns.ts'

/** Voter ids. Accounts with the same voter id share one vote per poll and one rating per official. */
export const voterIdSequence = pgSequence('voter_numbers')

export const nextVoterId = sql`nextval('voter_numbers')`

/** Maps emails to voters. Kept after an account is deleted, so that registering again does not give a second vote. */
export const voterKeys = pgTable(
  'voter_keys',
  {
    /** HMAC of the canonical email (db/voters.ts), so that emails cannot be tested against it without that key. */
    emailKey: bytea('email_key').primaryKey(),
    voterId: integer('voter_id').notNull().default(nextVoterId),
    /** The row of `site_keys` whose key made the hash. */
    keySet: integer('key_set').notNull().default(1),
  },
  (table) => [index('voter_keys_voter').on(table.voterId)],
)
