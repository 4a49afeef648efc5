import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { englishWords, instant, plainWords, tsvector, writtenChecks, writtenColumns } from './columns.ts'

export const politicians = pgTable(
  'politicians',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** The origin of the record. An import retires only officials of its source. */
    source: text({ enum: ['congress', 'openstates', 'own', 'sample'] }).notNull(),
    /** The bioguide or openstates id, or the name and place of an official of the site's own list, by which an import finds existing rows. */
    externalId: text('external_id').notNull(),
    name: text().notNull(),
    /** Null if the source states none of these. */
    party: text({ enum: ['D', 'R', 'I'] }),
    /** `Sen`, `Rep` or `Gov`, or in the site's own list the name of the office. */
    office: text().notNull(),
    /** The code of a state. In the site's own list, it may be the name of another place. */
    state: text().notNull(),
    /** The congressional district of a representative, 0 at large. */
    district: smallint(),
    /** The address of the photo where the official comes from. Browsers never load it from there. */
    profileImage: text('profile_image'),
    /** Our copy of `profileImage`, below /media/, unset until it was fetched; or a drawing of the demo. */
    photo: text(),
    description: text().notNull().default(''),
    /** An email address, or the URL of a contact form if the office publishes no address. */
    email: text().notNull().default(''),
    phoneNumber: text('phone_number').notNull().default(''),
    officialWebsite: text('official_website').notNull().default(''),
    officeAddress: text('office_address').notNull().default(''),
    /** The wall is in slow mode: each user comments once a minute. */
    isSlow: boolean('is_slow').notNull().default(false),
    /** Last name first, normalized. The sort key of the directory. */
    sortName: text('sort_name').notNull(),
    /** Other words that find the official: other names, office, party and state, in full and as their codes. */
    keywords: text().notNull(),
    search: tsvector()
      .notNull()
      .generatedAlwaysAs(sql.raw(`setweight(${plainWords('name')}, 'A') || setweight(${plainWords('keywords')}, 'B')`)),
    /** The words of the name, by which polls about the official are found. */
    englishName: tsvector('english_name')
      .notNull()
      .generatedAlwaysAs(sql.raw(englishWords('name'))),
    goodJobCount: integer('good_job_count').notNull().default(0),
    badJobCount: integer('bad_job_count').notNull().default(0),
    /** How many ratings were taken back. Each has lowered a count by one. */
    undoneRatings: integer('undone_ratings').notNull().default(0),
    /** Set when the official leaves office. The row and its ratings remain, but the directory hides it. */
    retiredAt: instant('retired_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('politicians_external_key').on(table.source, table.externalId),
    index('politicians_directory').on(table.sortName, table.id),
    index('politicians_state').on(table.state),
    index('politicians_own')
      .on(table.state)
      .where(sql`${table.source} = 'own' and ${table.retiredAt} is null`),
    index('politicians_search').using('gin', table.search),
    index('politicians_english_name').using('gin', table.englishName),
    check('politicians_party_known', sql`${table.party} in ('D', 'R', 'I')`),
    check('politicians_office_given', sql`${table.office} <> ''`),
    check('politicians_counts_positive', sql`${table.goodJobCount} >= 0 and ${table.badJobCount} >= 0`),
  ],
)

/** The version of an official's counts, which rises with each rating and each one that is taken back. */
export const ratingsVersion = sql<number>`${politicians.goodJobCount} + ${politicians.badJobCount} + 2 * ${politicians.undoneRatings}`

export const politicianRatings = pgTable(
  'politician_ratings',
  {
    politicianId: integer('politician_id')
      .notNull()
      .references(() => politicians.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** Copied from `users.voterId` when the rating is inserted. */
    voterId: integer('voter_id').notNull(),
    type: text({ enum: ['good', 'bad'] }).notNull(),
    /** The rater's state at the time of the rating. */
    state: text(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    // One rating per user and official, even for concurrent clicks.
    primaryKey({ columns: [table.politicianId, table.userId] }),
    // One rating per official for all accounts with one email address, including deleted ones.
    unique('politician_ratings_voter').on(table.politicianId, table.voterId),
    index('politician_ratings_user').on(table.userId),
    index('politician_ratings_recent').on(table.createdAt, table.politicianId),
    // For reading the first raters of a state in order.
    index('politician_ratings_state').on(table.politicianId, table.state, table.createdAt, table.userId, table.type),
    check('politician_ratings_type_known', sql`${table.type} in ('good', 'bad')`),
  ],
)

/** Messages to an official's office. */
export const politicianMessages = pgTable(
  'politician_messages',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    politicianId: integer('politician_id')
      .notNull()
      .references(() => politicians.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    name: text().notNull().default(''),
    email: text().notNull().default(''),
    subject: text().notNull().default(''),
    message: text().notNull(),
    ...writtenColumns,
    /** Set when the message was queued as mail to the office. */
    mailedAt: instant('mailed_at'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    // The daily limits use both indexes too.
    index('politician_messages_politician').on(table.politicianId, table.createdAt),
    index('politician_messages_user').on(table.userId, table.createdAt),
    ...writtenChecks('politician_messages', table),
  ],
)
