import {
  type CommonGround,
  type GroupLetter,
  type GroupMap,
  groupLetters,
  statuses,
} from '@wtpu/contract/common-ground'
import { sql } from 'drizzle-orm'
import { check, integer, jsonb, pgTable, real, smallint, text } from 'drizzle-orm/pg-core'
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
    map: jsonb().$type<GroupMap>(),
  },
  (table) => [
    check('common_ground_one_row', sql`${table.id} = 1`),
    check('common_ground_status_known', sql`${table.status} in (${quotedList(statuses)})`),
  ],
)

/** The group of each voter in the last run. Nobody but the voter learns it. */
export const commonGroundMembers = pgTable(
  'common_ground_members',
  {
    voterId: integer('voter_id').primaryKey(),
    group: text({ enum: groupLetters }).$type<GroupLetter>().notNull(),
  },
  (table) => [check('common_ground_members_group_known', sql`${table.group} in (${quotedList(groupLetters)})`)],
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

export interface StoredAnswer {
  group: GroupLetter
  asked: number
  chosen: number[]
}
