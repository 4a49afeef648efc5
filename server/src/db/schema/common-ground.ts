import {
  type CommonGround,
  type GroupLetter,
  type GroupMap,
  groupLetters,
  lineStatuses,
  type LineVerdict,
  lineVerdicts,
  statuses,
  type Third,
} from '@wtpu/contract/common-ground'
import { sql } from 'drizzle-orm'
import { boolean, check, integer, jsonb, pgTable, real, smallint, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'
import { polls } from './polls.ts'

const quotedList = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '))

/** The last run. One row, which the migration inserts. */
export const commonGround = pgTable(
  'common_ground',
  {
    id: smallint().primaryKey(),
    /** A server takes the next run by moving this time. */
    nextRunAt: instant('next_run_at').notNull(),
    /** Null before the first run. */
    computedAt: instant('computed_at'),
    status: text({ enum: statuses }).notNull().default('too_few'),
    voters: integer().notNull().default(0),
    polls: integer().notNull().default(0),
    groups: jsonb().$type<Pick<CommonGround['groups'][number], 'id' | 'size'>[]>().notNull().default([]),
    hasGaps: boolean('has_gaps').notNull().default(false),
    map: jsonb().$type<GroupMap>(),
    lineStatus: text('line_status', { enum: lineStatuses }).notNull().default('too_few'),
    lineVoters: integer('line_voters').notNull().default(0),
    /** Null if it was not measured. */
    lineReliability: real('line_reliability'),
  },
  (table) => [
    check('common_ground_one_row', sql`${table.id} = 1`),
    check('common_ground_status_known', sql`${table.status} in (${quotedList(statuses)})`),
    check('common_ground_line_status_known', sql`${table.lineStatus} in (${quotedList(lineStatuses)})`),
  ],
)

/** The group of each voter and the third of the line in the last run. Only the voter learns them. */
export const commonGroundMembers = pgTable(
  'common_ground_members',
  {
    voterId: integer('voter_id').primaryKey(),
    group: text({ enum: groupLetters }).$type<GroupLetter>(),
    third: smallint().$type<Third>(),
  },
  (table) => [
    check('common_ground_members_group_known', sql`${table.group} in (${quotedList(groupLetters)})`),
    check('common_ground_members_third_known', sql`${table.third} between 0 and 2`),
  ],
)

/** How the groups of the last run voted in a poll. */
export const commonGroundPolls = pgTable(
  'common_ground_polls',
  {
    pollId: integer('poll_id')
      .primaryKey()
      .references(() => polls.id, { onDelete: 'cascade' }),
    verdict: text({ enum: ['agree', 'divide'] }),
    /** The position of the option with the highest agreement. */
    option: smallint().notNull(),
    agreement: real().notNull(),
    /** Only groups whose answer is published, rounded. `chosen` is in the order of the options. */
    answers: jsonb().$type<StoredAnswer[]>().notNull(),
  },
  (table) => [check('common_ground_polls_verdict_known', sql`${table.verdict} in ('agree', 'divide')`)],
)

export interface StoredAnswer extends StoredPart {
  group: GroupLetter
}

/**
 * How people along the line answered a poll, as last published. Stays while there is no line, so that a line that comes back does not
 * show what changed in between.
 */
export const commonGroundLinePolls = pgTable(
  'common_ground_line_polls',
  {
    pollId: integer('poll_id')
      .primaryKey()
      .references(() => polls.id, { onDelete: 'cascade' }),
    verdict: text({ enum: lineVerdicts }).$type<LineVerdict>(),
    option: smallint().notNull(),
    other: smallint(),
    end: smallint().$type<0 | 1>(),
    thirds: jsonb().$type<StoredPart[]>().notNull(),
    steps: jsonb().$type<StoredPart[]>(),
  },
  (table) => [check('common_ground_line_polls_verdict_known', sql`${table.verdict} in (${quotedList(lineVerdicts)})`)],
)

/** People of a part of the line who answered, and how many of them chose each option. */
export interface StoredPart {
  asked: number
  chosen: number[]
}
