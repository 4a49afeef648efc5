import { rollCallCategories } from '@wtpu/contract/roll-call-categories'
import { chambers, positions } from '@wtpu/contract/roll-calls'
import { sql } from 'drizzle-orm'
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { instant, tsvector, weightedWords } from './columns.ts'
import { politicians } from './politicians.ts'
import { pollOptions, polls } from './polls.ts'

const list = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '))

export const rollCalls = pgTable(
  'roll_calls',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    source: text({ enum: ['voteview', 'sample'] }).notNull(),
    congress: smallint().notNull(),
    chamber: text({ enum: chambers }).notNull(),
    /** Within the Congress and chamber, as the source counts. */
    number: integer().notNull(),
    /** 0 if the source does not say. */
    session: smallint().notNull(),
    /** Within the session, as the clerk publishes it. 0 if the source does not say. */
    officialNumber: integer('official_number').notNull(),
    date: date({ mode: 'string' }).notNull(),
    question: text().notNull(),
    /** For example "H.R. 4058". */
    bill: text(),
    /** May be empty. */
    description: text().notNull(),
    /** What lists show: the start of the description, else the bill, else the question. */
    title: text()
      .notNull()
      .generatedAlwaysAs(
        sql.raw(`case when length(description) > 300 then left(description, 299) || '…'
          when description <> '' then description else coalesce(bill, question) end`),
      ),
    category: text({ enum: rollCallCategories }).notNull(),
    result: text().notNull(),
    /** Counts of the positions, set by the import. */
    yeas: integer().notNull().default(0),
    nays: integer().notNull().default(0),
    present: integer().notNull().default(0),
    notVoting: integer('not_voting').notNull().default(0),
    /** How the majority of each party's yeas and nays voted. Null if they were equal. */
    democrats: text({ enum: ['yea', 'nay'] }),
    republicans: text({ enum: ['yea', 'nay'] }),
    /** Other words that find it: the bill and the question. */
    keywords: text().notNull(),
    search: tsvector().notNull().generatedAlwaysAs(weightedWords('keywords', 'description')),
    /** When an import last read it. */
    importedAt: instant('imported_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('roll_calls_number').on(table.source, table.congress, table.chamber, table.number),
    index('roll_calls_newest').on(table.date, table.id),
    index('roll_calls_chamber').on(table.chamber, table.date, table.id),
    index('roll_calls_category').on(table.category, table.date, table.id),
    index('roll_calls_search').using('gin', table.search),
    check('roll_calls_chamber_known', sql`${table.chamber} in (${list(chambers)})`),
    check('roll_calls_category_known', sql`${table.category} in (${list(rollCallCategories)})`),
  ],
)

/** Who could vote in a chamber during a Congress. Somebody who changed party has two rows. */
export const rollCallMembers = pgTable(
  'roll_call_members',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    source: text({ enum: ['voteview', 'sample'] }).notNull(),
    congress: smallint().notNull(),
    chamber: text({ enum: chambers }).notNull(),
    /** The source's number, such as the ICPSR number of Voteview. */
    number: integer().notNull(),
    /** The external id of the official. Empty if the source has none. */
    bioguide: text().notNull(),
    name: text().notNull(),
    /** Last name first, normalized. */
    sortName: text('sort_name').notNull(),
    /** Null if it is none of these. */
    party: text({ enum: ['D', 'R', 'I'] }),
    state: text().notNull(),
    /** Null for members whom the directory never had. */
    politicianId: integer('politician_id').references(() => politicians.id),
  },
  (table) => [
    uniqueIndex('roll_call_members_number').on(table.source, table.congress, table.chamber, table.number),
    index('roll_call_members_politician').on(table.politicianId),
    index('roll_call_members_bioguide').on(table.bioguide),
    check('roll_call_members_party_known', sql`${table.party} in ('D', 'R', 'I')`),
  ],
)

/** How each member voted. */
export const rollCallPositions = pgTable(
  'roll_call_positions',
  {
    rollCallId: integer('roll_call_id')
      .notNull()
      .references(() => rollCalls.id, { onDelete: 'cascade' }),
    memberId: integer('member_id')
      .notNull()
      .references(() => rollCallMembers.id),
    position: text({ enum: positions }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.rollCallId, table.memberId] }),
    index('roll_call_positions_member').on(table.memberId, table.rollCallId, table.position),
    check('roll_call_positions_known', sql`${table.position} in (${list(positions)})`),
  ],
)

/** What the source changed after it was imported: a roll call, a member's position in it, or a member, which is in many. */
export const rollCallCorrections = pgTable(
  'roll_call_corrections',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** Null for corrections of a member. */
    rollCallId: integer('roll_call_id').references(() => rollCalls.id, { onDelete: 'cascade' }),
    field: text({
      enum: ['position', 'party', 'state', 'date', 'question', 'bill', 'title', 'result', 'number'],
    }).notNull(),
    /** Whose position, party or state it is. */
    memberId: integer('member_id').references(() => rollCallMembers.id),
    before: text(),
    after: text(),
    changedAt: instant('changed_at').notNull().defaultNow(),
  },
  (table) => [
    index('roll_call_corrections_of_roll_call').on(table.rollCallId, table.id),
    index('roll_call_corrections_of_member')
      .on(table.memberId)
      .where(sql`${table.rollCallId} is null`),
    check(
      'roll_call_corrections_name_member',
      sql`(${table.field} in ('position', 'party', 'state')) = (${table.memberId} is not null)
        and (${table.field} in ('party', 'state')) = (${table.rollCallId} is null)`,
    ),
  ],
)

/** Polls about what Congress voted on. A trigger prevents changes once somebody has voted. */
export const pollRollCalls = pgTable(
  'poll_roll_calls',
  {
    pollId: integer('poll_id')
      .primaryKey()
      .references(() => polls.id, { onDelete: 'cascade' }),
    rollCallId: integer('roll_call_id')
      .notNull()
      .references(() => rollCalls.id),
    yeaOptionId: integer('yea_option_id').notNull(),
    nayOptionId: integer('nay_option_id').notNull(),
  },
  (table) => [
    foreignKey({
      name: 'poll_roll_calls_yea_option',
      columns: [table.pollId, table.yeaOptionId],
      foreignColumns: [pollOptions.pollId, pollOptions.id],
    }).onDelete('cascade'),
    foreignKey({
      name: 'poll_roll_calls_nay_option',
      columns: [table.pollId, table.nayOptionId],
      foreignColumns: [pollOptions.pollId, pollOptions.id],
    }).onDelete('cascade'),
    index('poll_roll_calls_roll_call').on(table.rollCallId),
    check('poll_roll_calls_options_differ', sql`${table.yeaOptionId} <> ${table.nayOptionId}`),
  ],
)
