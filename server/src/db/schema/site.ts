import { sql } from 'drizzle-orm'
import { boolean, check, pgTable } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** What the database remembers about the site itself. At most one row. */
export const site = pgTable(
  'site',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    /** Set by the start that created the database, until the demo is in it. No other database gets the demo by itself. */
    awaitsDemo: boolean('awaits_demo').notNull().default(false),
    /** When the site was first started at a public address. It never gets the demo after that, and is not reset. */
    publicSince: instant('public_since'),
  },
  (table) => [check('site_only', sql`${table.isOnly}`)],
)
