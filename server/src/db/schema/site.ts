import type { Logo } from '@wtpu/contract/site/logo'
import type { SiteIdentity } from '@wtpu/contract/site/name'
import type { ChosenParts } from '@wtpu/contract/site/site-parts'
import type { SitePageName } from '@wtpu/contract/site/site-pages'
import { defaultTimeZone } from '@wtpu/contract/on-demand/time-zone'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { bytea, instant } from './columns.ts'

/** What the database remembers about the site itself. At most one row. */
export const site = pgTable(
  'site',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    /** Set by the start that created the database, until the demo is in it. No other database gets the demo by itself. */
    awaitsDemo: boolean('awaits_demo').notNull().default(false),
    /** When the site was first started at a public address. It never gets the demo after that, and is not reset. */
    publicSince: instant('public_since'),
    /** SITE_TIME_ZONE of the last start. SQL reads it by `site_time_zone()`. */
    timeZone: text('time_zone').notNull().default(defaultTimeZone),
    /** What admins chose instead of the defaults. */
    identity: jsonb().$type<Partial<SiteIdentity>>().notNull().default({}),
    /** The logo that an admin uploaded; its files are in `logo_files`. */
    logo: jsonb().$type<Logo>(),
    /** How often the identity or the logo was changed, so that two admins do not overwrite each other's changes. */
    identityVersion: integer('identity_version').notNull().default(0),
    /** What admins chose instead of a site of all parts. */
    parts: jsonb().$type<Partial<ChosenParts>>().notNull().default({}),
    /** How often the parts were changed. */
    partsVersion: integer('parts_version').notNull().default(0),
    /** The access code and the mail server that admins chose, as encrypted JSON (`db/site-settings.ts`). */
    settings: bytea(),
    /** How often they were changed. */
    settingsVersion: integer('settings_version').notNull().default(0),
    /** SHA-256 of the token that makes its owner the first admin, while there is such a link. */
    setupHash: bytea('setup_hash'),
    setupExpiresAt: instant('setup_expires_at'),
    /** When an admin closed the list of the set-up. */
    setupClosedAt: instant('setup_closed_at'),
    /** When the mail server last accepted a test mail. */
    mailTestedAt: instant('mail_tested_at'),
    /** What a check or an import of officials is doing, and when it last said so. Null while none runs. */
    importLine: text('import_line'),
    importAt: instant('import_at'),
    /** The key of the check or import that runs. Without it, its transaction does not commit, so that admins can stop it. */
    importRun: uuid('import_run'),
    /** When an admin closed the registration. Invitations open it. */
    registrationClosedAt: instant('registration_closed_at'),
    /** `last_seen_on` is exact for days after this one. Null if it is exact for all. */
    seenSince: date('seen_since'),
    /** The number of years without activity after which accounts are deleted. Null: never. */
    retentionYears: smallint('retention_years'),
    /** The last day on which a server warned and deleted. */
    retentionRanOn: date('retention_ran_on'),
  },
  (table) => [
    check('site_only', sql`${table.isOnly}`),
    check('site_retention_years', sql`${table.retentionYears} between 1 and 10`),
  ],
)

/** The site's own logo in each size. Here rather than among uploads, so that it is always of this site's origin and in its backups. */
export const logoFiles = pgTable('logo_files', {
  /** Contains a hash of the content. */
  name: text().primaryKey(),
  body: bytea().notNull(),
})

/** All versions of the pages that the operator wrote. None is changed or deleted, because people agreed to them. */
export const sitePages = pgTable(
  'site_pages',
  {
    name: text().$type<SitePageName>().notNull(),
    version: integer().notNull(),
    text: text().notNull(),
    whatChanged: text('what_changed').notNull(),
    publishedAt: instant('published_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.name, table.version] })],
)

/** The built scripts, styles and fonts of recent releases, for pages that were opened before a release or by another server. */
export const webFiles = pgTable(
  'web_files',
  {
    /** Contains a hash of the content. */
    name: text().primaryKey(),
    body: bytea().notNull(),
    /** Whether `body` is compressed with Brotli. */
    compressed: boolean().notNull(),
    /** When a server last had this file in its own build. */
    currentAt: instant('current_at').notNull().defaultNow(),
  },
  (table) => [index('web_files_current_at').on(table.currentAt)],
)
