import { textActions } from '@wtpu/contract/moderation/decided'
import { rules } from '@wtpu/contract/moderation/on-demand/rules'
import { type ReportKind, reportKinds, type ReportReason, reportReasons } from '@wtpu/contract/moderation/reports'
import { type SQL, sql } from 'drizzle-orm'
import {
  type AnyPgColumn,
  boolean,
  check,
  customType,
  index,
  integer,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { users } from './accounts.ts'
import { instant } from './columns.ts'

const list = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '))

/** How urgent a case is. */
export const severities: Record<ReportReason, number> = {
  illegal: 3,
  harassment: 3,
  hate: 2,
  private_information: 2,
  voting_misinformation: 2,
  other: 1,
  spam: 0,
}

/** What staff decided about one piece of content, with all reports of it. */
export const moderationCases = pgTable(
  'moderation_cases',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    kind: text({ enum: reportKinds }).notNull(),
    contentId: integer('content_id').notNull(),
    /** Whose content it is. Null for polls of the site. */
    authorId: integer('author_id').references(() => users.id),
    /** Since its first report, or since the first one after it was closed. */
    openedAt: instant('opened_at').notNull().defaultNow(),
    /** Null while it is open. */
    closedAt: instant('closed_at'),
    /** Reports hide the content until staff decides. */
    hidden: boolean().notNull().default(false),
    /** Staff looked at the content since it was last edited and left it: reports do not hide it again. */
    keptAt: instant('kept_at'),
    reportCount: integer('report_count').notNull().default(0),
    /** Reports of established accounts. */
    establishedCount: integer('established_count').notNull().default(0),
    /** How bad the worst reason is that an established account gave. */
    severity: smallint().notNull().default(0),
    /** Who looks at it. */
    claimedBy: integer('claimed_by').references(() => users.id),
    claimedAt: instant('claimed_at'),
  },
  (table) => [
    uniqueIndex('moderation_cases_content').on(table.kind, table.contentId),
    index('moderation_cases_open')
      .on(table.severity, table.establishedCount, sql`(-${table.id})`)
      .where(sql`${table.closedAt} is null`),
    index('moderation_cases_closed')
      .on(table.closedAt, table.id)
      .where(sql`${table.closedAt} is not null`),
    index('moderation_cases_of_author').on(table.authorId, table.id),
    index('moderation_cases_claimed').on(table.claimedBy),
    check('moderation_cases_kind_known', sql`${table.kind} in (${list(reportKinds)})`),
    check('moderation_cases_hidden_while_open', sql`not ${table.hidden} or ${table.closedAt} is null`),
  ],
)

export const reports = pgTable(
  'reports',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    caseId: integer('case_id')
      .notNull()
      .references(() => moderationCases.id),
    /** Only staff learn who it was. */
    reporterId: integer('reporter_id')
      .notNull()
      .references(() => users.id),
    reason: text({ enum: reportReasons }).notNull(),
    note: text().notNull().default(''),
    /** The profile as it was reported. Profiles keep no revisions. */
    profileName: text('profile_name'),
    profileBio: text('profile_bio'),
    /** A keyed hash, so that reports from one network count once. */
    network: text().notNull(),
    /** Whether the account was established then. */
    established: boolean().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** The action that decided about it. */
    decidedBy: integer('decided_by').references((): AnyPgColumn => moderationActions.id),
  },
  (table) => [
    uniqueIndex('reports_once').on(table.caseId, table.reporterId),
    index('reports_of_reporter').on(table.reporterId, table.id),
    index('reports_of_decision').on(table.decidedBy),
    check('reports_reason_known', sql`${table.reason} in (${list(reportReasons)})`),
  ],
)

/** What moderators tell each other about a case. */
export const caseNotes = pgTable(
  'case_notes',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    caseId: integer('case_id')
      .notNull()
      .references(() => moderationCases.id),
    authorId: integer('author_id')
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [index('case_notes_of_case').on(table.caseId, table.id)],
)

export const staffActions = [
  'keep',
  'remove',
  'warn',
  'suspend',
  'block',
  'unblock',
  'pin',
  'unpin',
  'lock',
  'unlock',
  'slow',
  'unslow',
  'merge',
  'undo',
  'grant',
  'revoke',
  'verify',
  'unverify',
  'feature',
  'unfeature',
  'tie',
  'untie',
  'category',
  'import',
  'identity',
  'settings',
  'invite',
  'publish',
  'account',
  'take_out',
  'release',
] as const
/** The public log has all other actions. */
export const isInPublicLog = sql`action not in ('pin', 'unpin', 'merge')`
/** What an action, in the row of this name, did to the text that it was about. */
export const textActionOf = (row: string): SQL =>
  sql.raw(`coalesce(${row}.text_action, case when ${row}.action in ('remove', 'suspend', 'block') then 'remove'
    when ${row}.action = 'lock' then 'lock' else 'keep' end)`)

/** What actions are about: what can be reported, and things that only staff change. */
type SubjectKind = ReportKind | 'tag' | 'politician' | 'category' | 'site'
const storedSubjects = [...reportKinds, 'account', 'tag', 'politician', 'category', 'site']

/**
 * A user is stored as `account`, which servers of the last release read and write, and a trigger keeps the rows of the log as they
 * are. Only this column type and the two functions below know that name.
 */
const subjectKind = customType<{ data: SubjectKind; driverData: string }>({
  dataType: () => 'text',
  toDriver: (kind) => (kind === 'user' ? 'account' : kind),
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a check of the table allows no other kinds
  fromDriver: (kind) => (kind === 'account' ? 'user' : (kind as SubjectKind)),
})
/** SQL: the kind that the action in the row of this name is about. */
export const subjectKindOf = (row: string) =>
  sql.raw(`case ${row}.subject_kind when 'account' then 'user' else ${row}.subject_kind end`)
/** SQL: whether the action in the row of this name is about this. */
export const isAction = (row: string, about: { kind: SubjectKind; id: number }) =>
  sql`(${sql.raw(row)}.subject_kind in (${about.kind}, ${about.kind === 'user' ? 'account' : about.kind})
    and ${sql.raw(row)}.subject_id = ${about.id})`

/** Moderation log: what staff did, and why. A trigger prevents changing or deleting rows. */
export const moderationActions = pgTable(
  'moderation_actions',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    /** The member of staff: the username, or on the server the name given with `--by` or the name of the system user. */
    actor: text().notNull(),
    /** The account of the member of staff. Null for actions on the server. */
    actorId: integer('actor_id').references(() => users.id),
    action: text({ enum: staffActions }).notNull(),
    subjectKind: subjectKind('subject_kind').notNull(),
    subjectId: integer('subject_id').notNull(),
    /**
     * A sentence to whom the action is about. Empty only for actions that need none. For `merge`, the name of the other tag.
     */
    reason: text().notNull(),
    /** Whom it is about: the author of the content, or the owner of the account. */
    userId: integer('user_id').references(() => users.id),
    /** The number of the guideline. */
    rule: smallint(),
    /** How long a suspension lasts. */
    days: smallint(),
    /** What became of the text, if that is not what the action does by itself. */
    textAction: text('text_action', { enum: textActions }),
    /** The action that this one undoes. */
    undoes: integer().references((): AnyPgColumn => moderationActions.id),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    index('moderation_actions_of_user').on(table.userId, table.id),
    index('moderation_actions_of_subject').on(table.subjectKind, table.subjectId, table.id),
    uniqueIndex('moderation_actions_undone_once').on(table.undoes),
    index('moderation_actions_newest').on(table.createdAt, table.id),
    check('moderation_actions_actor_given', sql`${table.actor} <> ''`),
    check(
      'moderation_actions_reason_given',
      sql`${table.reason} <> '' or ${table.action} in ('pin', 'unpin', 'unlock', 'slow', 'unslow')`,
    ),
    check('moderation_actions_action_known', sql`${table.action} in (${list(staffActions)})`),
    check('moderation_actions_kind_known', sql`${table.subjectKind} in (${list(storedSubjects)})`),
    check('moderation_actions_rule_known', sql.raw(`rule between 1 and ${rules.length}`)),
    check(
      'moderation_actions_text_action_known',
      sql`${table.textAction} is null or ${table.textAction} in (${list(textActions)}) and ${table.action} in ('warn', 'suspend', 'block')`,
    ),
    check('moderation_actions_undo_names_action', sql`(${table.action} = 'undo') = (${table.undoes} is not null)`),
  ],
)

/** What the action of a row `action` undid, with the day in UTC. */
export const undid = sql`(select json_build_object('action', earlier.action, 'days', earlier.days,
    'text_action', earlier.text_action, 'day', to_char(earlier.created_at at time zone 'UTC', 'YYYY-MM-DD'))
  from ${moderationActions} earlier where earlier.id = action.undoes) as undid`

/** Each person whom an action is about can appeal against it once. */
export const appeals = pgTable(
  'appeals',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    actionId: integer('action_id')
      .notNull()
      .references(() => moderationActions.id),
    userId: integer('user_id')
      .notNull()
      .references(() => users.id),
    text: text().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
    /** Null while it is open, as are the columns below. */
    decidedAt: instant('decided_at'),
    decidedBy: integer('decided_by').references(() => users.id),
    granted: boolean(),
    answer: text(),
  },
  (table) => {
    const isOpen: SQL = sql`${table.decidedAt} is null`
    return [
      uniqueIndex('appeals_once').on(table.actionId),
      index('appeals_open').on(table.id).where(isOpen),
      index('appeals_of_user').on(table.userId),
      check(
        'appeals_decided_whole',
        sql`num_nulls(${table.decidedAt}, ${table.decidedBy}, ${table.granted}, ${table.answer}) in (0, 4)`,
      ),
    ]
  },
)
