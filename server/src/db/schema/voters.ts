import { sql } from 'drizzle-orm'
import { customType, index, integer, pgSequence, pgTable } from 'drizzle-orm/pg-core'

const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Numbers one voter each. Accounts that share a voter number share one vote per poll and one rating per official. */
export const voterNumbers = pgSequence('voter_numbers')

export const nextVoterNumber = sql`nextval('voter_numbers')`

/** Which voter an email address belongs to. Outlives the account, so that registering again does not give a second vote. */
export const voterKeys = pgTable(
  'voter_keys',
  {
    /** HMAC of the canonical address (db/voters.ts): without the server's secret no address can be checked against it. */
    emailKey: bytea('email_key').primaryKey(),
    voterId: integer('voter_id').notNull().default(nextVoterNumber),
  },
  (table) => [index('voter_keys_voter').on(table.voterId)],
)
