import { reveals } from '@wtpu/contract/circles/reveals'
import { ballotDeliveries } from '@wtpu/contract/circles/on-demand/papers'
import type { KitLink, PaperQuestion } from '@wtpu/contract/circles/on-demand/papers'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { bytea, instant } from './columns.ts'
import { categories, polls } from './polls.ts'

/** The option that was ticked in a poll. */
export interface SheetAnswer {
  poll: number
  option: number
}

/** Lists of people who are invited to answer, with or without an account. */
export const circles = pgTable(
  'circles',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    name: text().notNull(),
    /** Where answers to its mails go. Null: to the site's address. */
    replyTo: text('reply_to'),
    createdBy: integer('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('circles_name').on(sql`lower(${table.name})`),
    index('circles_created_by').on(table.createdBy),
  ],
)

/** They change the list, and see who has answered once a paper has closed. */
export const circleKeepers = pgTable(
  'circle_keepers',
  {
    circleId: integer('circle_id')
      .notNull()
      .references(() => circles.id, { onDelete: 'cascade' }),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.circleId, table.userId] }), index('circle_keepers_user').on(table.userId)],
)

/** The rows of the lists: one for each mailbox or code. A row with a ballot is struck instead of deleted. */
export const circleMembers = pgTable(
  'circle_members',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    circleId: integer('circle_id')
      .notNull()
      .references(() => circles.id, { onDelete: 'cascade' }),
    /** That of the mailbox, or one of its own for a row that has only a code. */
    voterId: integer('voter_id').notNull(),
    email: text(),
    /** A keyed hash of the code that the list gives the row. */
    codeHash: bytea('code_hash'),
    name: text().notNull().default(''),
    /** The id that the list gives the row, such as a number of membership. */
    listId: text('list_id').notNull().default(''),
    group: text().notNull().default(''),
    addedAt: instant('added_at').notNull().defaultNow(),
    struckAt: instant('struck_at'),
    remindersStoppedAt: instant('reminders_stopped_at'),
  },
  (table) => [
    unique('circle_members_voter').on(table.circleId, table.voterId),
    uniqueIndex('circle_members_code')
      .on(table.codeHash, table.circleId)
      .where(sql`${table.codeHash} is not null`),
    index('circle_members_rows').on(table.circleId, table.id),
    check('circle_members_reachable', sql`${table.email} is not null or ${table.codeHash} is not null`),
  ],
)

/** Questions that a circle answers together. Each becomes an ordinary poll when the paper is sent. */
export const papers = pgTable(
  'papers',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    circleId: integer('circle_id')
      .notNull()
      .references(() => circles.id),
    title: text().notNull(),
    introduction: text().notNull().default(''),
    kit: jsonb().$type<KitLink[]>().notNull().default([]),
    questions: jsonb().$type<PaperQuestion[]>().notNull(),
    categoryId: integer('category_id')
      .notNull()
      .references(() => categories.id),
    reveal: text({ enum: reveals }).notNull(),
    /** Whether people see how many have answered while the results are hidden. */
    showsTurnout: boolean('shows_turnout').notNull().default(false),
    /** How many must answer for the quorum, as a number or in percent of the list. It decides nothing. */
    quorumCount: integer('quorum_count'),
    quorumPercent: smallint('quorum_percent'),
    isChangeable: boolean('is_changeable').notNull().default(false),
    /** A sheet of paper counts once two people have entered the same. */
    needsTwoPeople: boolean('needs_two_people').notNull().default(false),
    closesAt: instant('closes_at').notNull(),
    /** Null while it is a draft. */
    sentAt: instant('sent_at'),
    /** When those without an answer were mailed again. */
    remindedAt: instant('reminded_at')
      .array()
      .notNull()
      .default(sql`'{}'`),
    createdBy: integer('created_by')
      .notNull()
      .references(() => users.id),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('papers_circle').on(table.circleId, table.id),
    index('papers_category').on(table.categoryId),
    index('papers_created_by').on(table.createdBy),
    check('papers_one_quorum', sql`${table.quorumCount} is null or ${table.quorumPercent} is null`),
    check('papers_reminders', sql`cardinality(${table.remindedAt}) <= 3`),
  ],
)

export const paperPolls = pgTable(
  'paper_polls',
  {
    pollId: integer('poll_id')
      .primaryKey()
      .references(() => polls.id, { onDelete: 'cascade' }),
    paperId: integer('paper_id')
      .notNull()
      .references(() => papers.id),
    position: smallint().notNull(),
  },
  (table) => [unique('paper_polls_position').on(table.paperId, table.position)],
)

/** The right of a row to answer a paper. Who has answered is known by the votes of the row's voter. */
export const ballots = pgTable(
  'ballots',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    paperId: integer('paper_id')
      .notNull()
      .references(() => papers.id),
    memberId: integer('member_id')
      .notNull()
      .references(() => circleMembers.id),
    /** 128 random bits, of which the site's key makes the link and the code. */
    seed: bytea().notNull(),
    /** How many links the ballot had before: each correction of the address ends one. */
    endedLinks: smallint('ended_links').notNull().default(0),
    /** Keyed hashes of the token of the link, and of the code that sheets have. The code of the list opens the ballot, too. */
    tokenHash: bytea('token_hash').notNull(),
    codeHash: bytea('code_hash').notNull(),
    /** Whose vote it is. After an answer it stays, also if the row gets the address of another mailbox. */
    voterId: integer('voter_id').notNull(),
    /** The row was added after the paper was sent. */
    isLate: boolean('is_late').notNull().default(false),
    /** The group that the row had when it got the ballot. Results by group do not follow later changes of the list. */
    group: text().notNull().default(''),
    /** Null for a row without an address. */
    delivery: text({ enum: ballotDeliveries }),
    /** What the mail server said to the last mail. */
    serverAnswer: text('server_answer'),
    /** This key came with the last answer by this ballot, so that its repetition gets the same response. */
    idempotencyKey: uuid('idempotency_key'),
  },
  (table) => [
    unique('ballots_member').on(table.paperId, table.memberId),
    unique('ballots_voter').on(table.voterId, table.paperId),
    uniqueIndex('ballots_token').on(table.tokenHash),
    index('ballots_code').on(table.codeHash),
    index('ballots_rows').on(table.paperId, table.id),
    index('ballots_delivery').on(table.paperId, table.delivery, table.id),
    index('ballots_of_member').on(table.memberId),
  ],
)

/** Sheets that came back on paper and are not counted yet: what the first person entered, or nothing after two entries that differ. */
export const sheetEntries = pgTable(
  'sheet_entries',
  {
    ballotId: integer('ballot_id')
      .primaryKey()
      .references(() => ballots.id),
    enteredBy: integer('entered_by').references(() => users.id),
    answers: jsonb().$type<SheetAnswer[]>(),
  },
  (table) => [
    index('sheet_entries_by').on(table.enteredBy),
    check('sheet_entries_whole', sql`num_nonnulls(${table.enteredBy}, ${table.answers}) <> 1`),
  ],
)
