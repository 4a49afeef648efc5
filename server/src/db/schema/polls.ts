import { reveals } from '@wtpu/contract/circles/reveals'
import { audiences } from '@wtpu/contract/polls/audiences'
import { maxQueued } from '@wtpu/contract/polls/on-demand/question-queue'
import { pendingAnswerResults } from '@wtpu/contract/polls/pending-answers'
import { sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  foreignKey,
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
import { visiblePoll } from '#db/visibility.ts'
import { users } from './accounts.ts'
import { instant, tsvector, weightedWords, writtenChecks, writtenColumns } from './columns.ts'
import { politicians } from './politicians.ts'

/** Shared by polls and forums. The migration inserts the eight categories of the specification. */
export const categories = pgTable(
  'categories',
  {
    id: integer().primaryKey().generatedByDefaultAsIdentity(),
    name: text().notNull(),
    /** Lists show categories by position, then by id. */
    position: integer().notNull().default(0),
  },
  (table) => [uniqueIndex('categories_name_key').on(sql`lower(${table.name})`)],
)

export const polls = pgTable(
  'polls',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    question: text().notNull(),
    description: text().notNull().default(''),
    ...writtenColumns,
    categoryId: integer('category_id')
      .notNull()
      .references(() => categories.id),
    politicianId: integer('politician_id').references(() => politicians.id),
    creatorId: integer('creator_id').references(() => users.id),
    featured: boolean().notNull().default(false),
    /** In the future for scheduled polls. Queries compare it with now(), so no job is needed. */
    publishedAt: instant('published_at').notNull().defaultNow(),
    closesAt: instant('closes_at'),
    /** When the creator wanted it to be published, while `publishedAt` is later because the creator is suspended or blocked. */
    chosenAt: instant('chosen_at'),
    /** The IANA time zone that the creator of a scheduled poll chose, for display. */
    scheduleZone: text('schedule_zone'),
    /** Other words that find the poll: the name of the category. Searches add the name of the official. */
    keywords: text().notNull().default(''),
    search: tsvector()
      .notNull()
      .generatedAlwaysAs(weightedWords('question', 'description', 'keywords')),
    createdAt: instant('created_at').notNull().defaultNow(),
    idempotencyKey: uuid('idempotency_key'),
    /** How many accounts could vote when the poll closed. Null while it is open, and if that was not counted in time. */
    accountsAtClose: integer('accounts_at_close'),
    /**
     * What was so when the poll opened, or on the way, and stays so whatever changes later. A trigger keeps who asked and when it was
     * featured, `recordOpenings` the rest. False for polls that opened before this was kept, and for imported ones.
     */
    isRecorded: boolean('is_recorded').notNull().default(true),
    /** Null until the poll is published. */
    askedBy: text('asked_by', { enum: ['member', 'staff'] }),
    /** Only accounts with a confirmed address could vote when it opened. */
    confirmedOnly: boolean('confirmed_only'),
    /** Who could vote changed while it was open. */
    confirmedOnlyChanged: boolean('confirmed_only_changed').notNull().default(false),
    /** When it was first featured while open: -infinity if that was before it was kept. Null if it was not. */
    featuredFrom: instant('featured_from'),
    /** When it was last featured. Null if it is, or was until it closed. */
    featuredTo: instant('featured_to'),
    /** How many options take turns to stand first, if the order is drawn for each voter. Null: everyone sees the author's order. */
    drawnOptions: smallint('drawn_options'),
    /** The poll that asks the same with other words. It names this one, too; the one with the smaller id is the first wording. */
    twinId: integer('twin_id').references((): AnyPgColumn => polls.id, { onDelete: 'cascade' }),
    /** Voters may also write the best reason for an answer that they did not choose. */
    asksOtherSide: boolean('asks_other_side').notNull().default(false),
    /** Part of the demo: the votes are invented. */
    isSample: boolean('is_sample').notNull().default(false),
    /**
     * The conversation of another site whose statement this is, with its source and licence. Its votes are in the counters alone, as
     * final numbers, and count in nothing of the site. Null for the site's own polls.
     */
    importedFrom: text('imported_from'),
    /** Some of its votes were given by mailed links, without an account. */
    answeredByMail: boolean('answered_by_mail').notNull().default(false),
    /** Readers of an article may answer by email, unless staff switched that off for the poll. */
    takesMailedAnswers: boolean('takes_mailed_answers').notNull().default(true),
    /** Who may answer: everyone, or the people on the list of a circle. Polls of circles are not in the lists of the site. */
    audience: text({ enum: audiences }).notNull().default('everyone'),
    /** When the results are shown. Until `revealedAt`, no counter counts the votes of a poll that hides them. */
    reveal: text({ enum: reveals }).notNull().default('always'),
    revealedAt: instant('revealed_at'),
    /** How many have answered may be shown while the results are hidden, in tens. */
    showsTurnout: boolean('shows_turnout').notNull().default(false),
    /** How many people are on the list of the circle, also those who were struck since. */
    eligible: integer(),
    /** How many have to answer, as a number or as a share of `eligible` in percent. It decides nothing. */
    quorum: integer(),
    quorumPercent: smallint('quorum_percent'),
    /** Set by staff. A removed poll is not shown, but its votes stay. */
    removedAt: instant('removed_at'),
    isVisible: boolean('is_visible').notNull().generatedAlwaysAs(visiblePoll),
  },
  (table) => [
    index('polls_newest').on(table.publishedAt, table.id),
    index('polls_featured').on(table.featured, table.publishedAt, table.id),
    index('polls_closing').on(table.closesAt, table.id),
    index('polls_politician').on(table.politicianId, table.publishedAt, table.id),
    index('polls_category').on(table.categoryId, table.publishedAt, table.id),
    index('polls_creator').on(table.creatorId, table.createdAt),
    uniqueIndex('polls_idempotency_key')
      .on(table.creatorId, table.idempotencyKey)
      .where(sql`${table.idempotencyKey} is not null`),
    index('polls_imported')
      .on(table.importedFrom)
      .where(sql`${table.importedFrom} is not null`),
    uniqueIndex('polls_twin')
      .on(table.twinId)
      .where(sql`${table.twinId} is not null`),
    index('polls_to_record')
      .on(table.publishedAt)
      .where(sql`${table.isRecorded} and ${table.confirmedOnly} is null`),
    index('polls_to_reveal')
      .on(table.closesAt)
      .where(sql`${table.reveal} <> 'always' and ${table.revealedAt} is null`),
    index('polls_removed')
      .on(table.id)
      .where(sql`not ${table.isVisible}`),
    // The pending list is kept short, because each search reads it.
    index('polls_search').using('gin', table.search).with({ fastupdate: true, gin_pending_list_limit: 256 }),
    ...writtenChecks('polls', table),
    check(
      'polls_reveal',
      sql`case ${table.reveal} when 'always' then ${table.revealedAt} is null else ${table.closesAt} is not null end`,
    ),
    check(
      'polls_quorum',
      sql`num_nonnulls(${table.quorum}, ${table.quorumPercent}) < 2 and coalesce(${table.quorum}, 1) > 0
        and (${table.quorumPercent} is null or ${table.quorumPercent} between 1 and 100 and ${table.eligible} is not null)`,
    ),
    check('polls_two_wordings', sql`${table.twinId} <> ${table.id}`),
    check('polls_close_after_publication', sql`${table.closesAt} > ${table.publishedAt}`),
  ],
)

/** SQL: the id of the first of two wordings. Null for polls with one. */
export const pairOf = (row = 'polls') =>
  sql<number | null>`${sql.raw(`case when ${row}.twin_id is not null then least(${row}.id, ${row}.twin_id) end`)}`

/** SQL: how many have to answer. */
export const quorumOf = (row = 'polls') =>
  sql<number | null>`${sql.raw(`coalesce(${row}.quorum, ceil(${row}.eligible * ${row}.quorum_percent / 100.0)::int)`)}`

/**
 * The sum of the counters of a poll's options, to sort by it. A trigger adds the row of a new poll. In a column of `polls`, each
 * vote would have to write every index of its poll.
 */
export const pollTotals = pgTable(
  'poll_totals',
  {
    pollId: integer('poll_id')
      .primaryKey()
      .references(() => polls.id, { onDelete: 'cascade' }),
    totalVotes: integer('total_votes').notNull().default(0),
    /** How many votes were taken back by their voters, or taken out. Each has lowered the total by one. */
    undone: integer().notNull().default(0),
    /** How many votes of ballot papers were changed. */
    changed: integer().notNull().default(0),
    /** How many votes were given by mailed links, without an account. */
    byMailbox: integer('by_mailbox').notNull().default(0),
    /** How many of them were votes of blocked accounts that an admin has taken out. */
    takenOut: integer('taken_out').notNull().default(0),
    /** How many votes no counter counts yet, because the results are hidden. */
    hiddenVotes: integer('hidden_votes').notNull().default(0),
  },
  (table) => [
    index('poll_totals_most_votes').on(table.totalVotes, table.pollId),
    check('poll_totals_positive', sql`${table.totalVotes} >= 0`),
  ],
)

const count = (name: string) => integer(name).notNull().default(0)

/**
 * How the voters of a poll came, and how old their accounts were: only numbers, and nothing with a single vote. A trigger adds the row
 * of a new poll; older polls have none. Written under the lock of the poll's total.
 */
export const pollArrivals = pgTable('poll_arrivals', {
  pollId: integer('poll_id')
    .primaryKey()
    .references(() => polls.id, { onDelete: 'cascade' }),
  /** Also votes that no longer count: subtracting would tell how their voters came. */
  votes: count('votes'),
  home: count('home'),
  list: count('list'),
  link: count('link'),
  embed: count('embed'),
  notice: count('notice'),
  other: count('other'),
  underWeek: count('under_week'),
  underMonth: count('under_month'),
  underYear: count('under_year'),
  older: count('older'),
  /** Votes for an opinion by voters for whom the order was drawn, and those of them for the option that stood first. */
  drawn: count('drawn'),
  stoodFirst: count('stood_first'),
  /** How often the poll's page was opened. */
  openings: count('openings'),
  /** The numbers as of the last step, from which what is published is made. */
  shown: jsonb().$type<Record<string, number>>(),
})

/** The version of a poll's counts, which rises with each vote and each one that is taken back. */
export const pollVersion = sql<number>`${pollTotals.totalVotes} + 2 * ${pollTotals.undone} + ${pollTotals.changed}`

export const pollOptions = pgTable(
  'poll_options',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    pollId: integer('poll_id')
      .notNull()
      .references(() => polls.id, { onDelete: 'cascade' }),
    position: smallint().notNull(),
    text: text().notNull(),
    voteCount: integer('vote_count').notNull().default(0),
    /** "Not sure" and the like: missing where opinions are compared. Not changed after the first vote. */
    isNoOpinion: boolean('is_no_opinion').notNull().default(false),
  },
  (table) => [
    unique('poll_options_position').on(table.pollId, table.position),
    unique('poll_options_of_poll').on(table.pollId, table.id),
    uniqueIndex('poll_options_distinct').on(table.pollId, sql`lower(${table.text})`),
    check('poll_options_count_positive', sql`${table.voteCount} >= 0`),
  ],
)

export const pollVotes = pgTable(
  'poll_votes',
  {
    pollId: integer('poll_id').notNull(),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    /** `users.voterId`, copied by the vote's own insert. */
    voterId: integer('voter_id').notNull(),
    optionId: integer('option_id').notNull(),
    /** The voter's state at the time of the vote. */
    state: text(),
    /** The ballot number: 128 random bits, which only the voter sees. PostgreSQL's random UUIDs have 122 of them each. */
    ballot: uuid()
      .notNull()
      .default(
        sql`encode(substr(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 1, 16), 'hex')::uuid`,
      ),
    /**
     * Which of the options with an opinion stood first, from 0, if that was drawn for the voter. A visitor might have reloaded until
     * another one stood there: then it is -1 - that. Null: the order was the author's, or is not known.
     */
    rotation: smallint(),
    /** `pairOf` the poll. */
    pairId: integer('pair_id'),
    /** Whether the wording that the voter saw, which is that of the poll, was drawn for them. Null if there is one wording. */
    isDrawn: boolean('is_drawn'),
    /** True if the vote came on paper, and keepers entered it. Null if it was given online. */
    isOnPaper: boolean('is_on_paper'),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    // One final vote per user and poll, even for concurrent clicks.
    primaryKey({ columns: [table.pollId, table.userId] }),
    // The same for all accounts with one email address, including deleted ones.
    unique('poll_votes_voter').on(table.pollId, table.voterId),
    // One vote for the two wordings of a question.
    uniqueIndex('poll_votes_pair')
      .on(table.pairId, table.voterId)
      .where(sql`${table.pairId} is not null`),
    // The option must belong to the poll.
    foreignKey({ columns: [table.pollId, table.optionId], foreignColumns: [pollOptions.pollId, pollOptions.id] }),
    index('poll_votes_user').on(table.userId, table.createdAt),
    index('poll_votes_recent').on(table.createdAt, table.pollId),
    // The latest votes of a poll.
    index('poll_votes_newest').on(table.pollId, table.createdAt, table.userId),
  ],
)

/**
 * Answers of accounts that have to confirm their email before they vote. Opening the link in the mail makes them due; then they are
 * cast like any vote, each at its own time. Until then nobody else of the mailbox can vote there. The choice is deleted as soon as it is decided, the result and all others after `pendingAnswerDays`.
 */
export const pendingAnswers = pgTable(
  'pending_answers',
  {
    userId: integer('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    pollId: integer('poll_id')
      .notNull()
      .references(() => polls.id, { onDelete: 'cascade' }),
    optionId: integer('option_id'),
    /** Modulo the number of options with an opinion, which of them stood first. */
    rotation: smallint(),
    state: text({ enum: ['waiting', 'due', ...pendingAnswerResults] })
      .notNull()
      .default('waiting'),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** When a due answer is counted: at a random moment, so that the totals do not show which answers come from one account. */
    dueAt: instant('due_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.pollId] }),
    foreignKey({
      columns: [table.pollId, table.optionId],
      foreignColumns: [pollOptions.pollId, pollOptions.id],
    }).onDelete('cascade'),
    index('pending_answers_option').on(table.pollId, table.optionId),
    index('pending_answers_due')
      .on(table.pollId, table.userId)
      .where(sql`${table.state} = 'due'`),
    index('pending_answers_old').on(table.createdAt),
    check(
      'pending_answers_choice_until_decided',
      sql`(${table.state} in ('waiting', 'due')) = (${table.optionId} is not null)`,
    ),
  ],
)

/**
 * The users who have voted in any poll. Not a column of `users`: a first vote would have to write a row with ten indexes, two of
 * them for search.
 */
export const participants = pgTable('participants', {
  userId: integer('user_id')
    .primaryKey()
    .references(() => users.id),
  firstVotedAt: instant('first_voted_at').notNull().defaultNow(),
})

/** Totals that are too expensive to count for each request. One row per name. */
export const counters = pgTable('counters', {
  name: text({ enum: ['participants'] }).primaryKey(),
  value: integer().notNull().default(0),
})

/** Polls that wait to be the question of the day. What writes them locks the table and renumbers all. */
export const questionQueue = pgTable(
  'question_queue',
  {
    position: smallint().primaryKey(),
    pollId: integer('poll_id')
      .notNull()
      .references(() => polls.id, { onDelete: 'cascade' }),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    unique('question_queue_once').on(table.pollId),
    check('question_queue_length', sql`${table.position} between 1 and ${sql.raw(String(maxQueued))}`),
  ],
)

/** The chosen question of each day. A poll has one day. */
export const dailyQuestions = pgTable(
  'daily_questions',
  {
    day: date().primaryKey(),
    pollId: integer('poll_id')
      .notNull()
      .references(() => polls.id, { onDelete: 'cascade' }),
  },
  (table) => [unique('daily_questions_once').on(table.pollId)],
)
