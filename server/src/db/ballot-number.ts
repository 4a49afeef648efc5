import { sql } from 'drizzle-orm'

/** SQL: the ballot number of a row of `poll_votes`, as receipts and published ballots have it. */
export const ballotNumber = (row = 'poll_votes') => sql<string>`replace(${sql.raw(row)}.ballot::text, '-', '')`
