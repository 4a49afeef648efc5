import { sql, type SQL } from 'drizzle-orm'

/** A time before now by the clock of the database, for columns: `ago('2 days')`. */
export const ago = (interval: string): SQL => sql`now() - ${interval}::interval`
