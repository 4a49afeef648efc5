import { partsOfJudges } from '@wtpu/contract/polls/on-demand/reasons'
import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  real,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { visibleContent } from '#db/visibility.ts'
import { users } from './accounts.ts'
import { bytea, instant, writtenChecks, writtenColumns } from './columns.ts'
import { pollOptions, pollVotes } from './polls.ts'

/** Judgements of one part of the people, as last published. */
export interface JudgedPart {
  judged: number
  fair: number
  /** A block of judges who judge alike weighs as one judge. This counts its other judgements. */
  repeated: number
}

/**
 * A reason that a voter gave for the own answer, or for another one, as an account of the other side. It goes with its vote, when that is
 * taken back or taken out.
 */
export const reasons = pgTable(
  'reasons',
  {
    /** A random number: numbers in order would tell when an anonymous author wrote. */
    id: integer().primaryKey(),
    pollId: integer('poll_id').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** The answer of the vote. For an account of the other side, it is another answer with an opinion. */
    optionId: integer('option_id').notNull(),
    idempotencyKey: uuid('idempotency_key'),
    text: text().notNull(),
    /** The SHA-256 of the text as texts are compared: nobody copies the reason of another. */
    textHash: bytea('text_hash').notNull(),
    ...writtenColumns,
    /** Its author chose to show their name. */
    isNamed: boolean('is_named').notNull(),
    /** Nobody but the author learns it before it is marked. */
    ofOtherSide: boolean('of_other_side').notNull().default(false),
    /** Most of those who gave the answer could have written it. Set by a run of Common Ground, for good. */
    isFairAccount: boolean('is_fair_account').notNull().default(false),
    /** Rises with each edit: people judge the text that they have read. */
    version: integer().notNull().default(1),
    /** The next full hour, so that the time does not tell who wrote it. */
    shownAt: instant('shown_at')
      .notNull()
      .default(sql`date_trunc('hour', now()) + interval '1 hour'`),
    judgementCount: integer('judgement_count').notNull().default(0),
    fairCount: integer('fair_count').notNull().default(0),
    /** Where it waits to be judged: the least judged first, then those about which people agree least. */
    judgingPlace: real('judging_place')
      .notNull()
      .generatedAlwaysAs(
        sql.raw(`case when judgement_count < 30 then judgement_count
          else 30 + abs(fair_count::real / judgement_count - 0.5) end`),
      ),
    createdAt: instant('created_at').notNull().defaultNow(),
    editedAt: instant('edited_at'),
    deletedAt: instant('deleted_at'),
    removedAt: instant('removed_at'),
    removalReason: text('removal_reason'),
    isVisible: boolean('is_visible').notNull().generatedAlwaysAs(visibleContent),
  },
  (table) => [
    foreignKey({
      columns: [table.pollId, table.userId],
      foreignColumns: [pollVotes.pollId, pollVotes.userId],
    }).onDelete('cascade'),
    foreignKey({ columns: [table.pollId, table.optionId], foreignColumns: [pollOptions.pollId, pollOptions.id] }),
    uniqueIndex('reasons_once')
      .on(table.pollId, table.userId, table.ofOtherSide)
      .where(sql`deleted_at is null`),
    uniqueIndex('reasons_not_copied')
      .on(table.pollId, table.textHash)
      .where(sql`deleted_at is null`),
    uniqueIndex('reasons_idempotency_key')
      .on(table.userId, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null`),
    index('reasons_user').on(table.userId, table.pollId),
    index('reasons_newest')
      .on(table.pollId, table.shownAt, table.id)
      .where(sql`${table.isVisible}`),
    index('reasons_to_judge')
      .on(table.pollId, table.optionId, table.judgingPlace)
      .where(sql`${table.isVisible}`),
    ...writtenChecks('reasons', table),
    check('reasons_removed_for_a_reason', sql`(${table.removedAt} is null) = (${table.removalReason} is null)`),
    check(
      'reasons_accounts_without_name',
      sql`case when ${table.ofOtherSide} then not ${table.isNamed} else not ${table.isFairAccount} end`,
    ),
    check('reasons_counts_fit', sql`${table.fairCount} between 0 and ${table.judgementCount}`),
  ],
)

/**
 * What the runs of Common Ground have found about reasons, as it is published. It is apart from `reasons`, because a run may change all
 * ranks: no index has a column that changes with a rank, but for the best, and pages have room for the new rows.
 */
export const reasonRanks = pgTable(
  'reason_ranks',
  {
    reasonId: integer('reason_id')
      .primaryKey()
      .references(() => reasons.id, { onDelete: 'cascade' }),
    pollId: integer('poll_id').notNull(),
    optionId: integer('option_id').notNull(),
    judgedBy: text('judged_by', { enum: partsOfJudges }).notNull(),
    judgedParts: jsonb('judged_parts').$type<JudgedPart[]>().notNull(),
    /** Null until enough people of each part have judged the reason. */
    fairness: real(),
    /** Its place among the best for its answer, from 1. Null for all others. */
    place: smallint(),
  },
  (table) => [
    index('reason_ranks_best')
      .on(table.pollId, table.optionId, table.place)
      .where(sql`${table.place} is not null`),
    check('reason_ranks_judged_by_known', sql.raw(`judged_by in (${partsOfJudges.map((by) => `'${by}'`).join(', ')})`)),
  ],
)

/** What somebody said about a reason of somebody else: fair, or skipped. Nobody else learns it. */
export const reasonJudgements = pgTable(
  'reason_judgements',
  {
    reasonId: integer('reason_id')
      .notNull()
      .references(() => reasons.id, { onDelete: 'cascade' }),
    /** One judgement for all accounts of a mailbox. */
    voterId: integer('voter_id').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    isFair: boolean('is_fair').notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.reasonId, table.voterId] }),
    index('reason_judgements_user').on(table.userId),
    // For the limit of a day.
    index('reason_judgements_voter').on(table.voterId, table.createdAt),
  ],
)
