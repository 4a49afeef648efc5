import { sql } from 'drizzle-orm'
import { check, integer, pgTable, smallint } from 'drizzle-orm/pg-core'
import { bytea, instant } from './columns.ts'

/**
 * The keys of stored data (db/site-keys.ts). A server whose secret opens no row adds one, so there are several if a site ran with
 * a wrong secret. Row 1 has the keys that were derived from the secret before this table existed.
 */
export const siteKeys = pgTable('site_keys', {
  id: integer().primaryKey(),
  /** JSON, encrypted with a key derived from the server's secret. */
  sealed: bytea().notNull(),
  /** A row with an id above 1 replaced keys that were lost. What was drawn before that moment was drawn by the lost keys. */
  createdAt: instant('created_at').notNull().defaultNow(),
})

/** When `npm run backup` last succeeded. At most one row. */
export const lastBackup = pgTable(
  'last_backup',
  {
    id: smallint().primaryKey().default(1),
    finishedAt: instant('finished_at').notNull(),
  },
  (table) => [check('last_backup_one_row', sql`${table.id} = 1`)],
)
