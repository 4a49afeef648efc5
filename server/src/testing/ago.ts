import { sql, type SQL } from 'drizzle-orm'

/** A time before now by the clock of the database, for columns: `ago('2 days')`. */
export const ago = (interval: string): SQL => sql`now() - ${interval}::interval`

/** For `make.user`: an account that is old enough to be free of the limits of new accounts. */
export const established = { created_at: ago('2 days'), email_verified_at: ago('1 day') }

/** For `make.user`: an account that results of groups count. */
export const counted = { created_at: ago('10 days'), email_verified_at: ago('9 days') }
