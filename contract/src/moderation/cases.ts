import { Type, type Static } from 'typebox'
import { PostMedia } from '../boiler-room/post-media.ts'
import { failures, type Endpoint } from '../endpoint.ts'
import { Id, IdParams, Instant, WrittenFields, LimitedText, Nullable, PageQuery } from '../schemas.ts'
import { decidedFields, DecisionAction, Rule, TextAction, Undid } from './decided.ts'
import { kindsThat } from '../writing/kinds.ts'
import { ReportKind, ReportReason } from './reports.ts'

export const sentenceMaxLength = 500
export const noteMaxLength = 2_000
export const suspensionDays = [1, 7, 30] as const
/** How long a case counts as looked at. */
export const claimMinutes = 15

const text = (maxLength: number) => LimitedText(maxLength)

const Person = Type.Object({ id: Id, name: Type.String() })

export const caseStatuses = ['open', 'mine', 'appeals', 'closed'] as const
export type CaseStatus = (typeof caseStatuses)[number]

const caseFields = {
  id: Id,
  kind: ReportKind,
  content_id: Id,
  /** Since the case was opened. */
  report_count: Type.Integer(),
  reasons: Type.Array(ReportReason),
  /** Whether reports hide the content until a moderator decides. */
  hidden: Type.Boolean(),
  created_at: Instant,
  closed_at: Nullable(Instant),
  /** Who looks at it, since when. */
  claimed_by: Nullable(Person),
  claimed_at: Nullable(Instant),
  author: Nullable(Person),
  /** The start of the content; of a post without text, the kind of its media. */
  excerpt: Type.String(),
  ...WrittenFields,
}
export const CaseSummary = Type.Object(caseFields)
export type CaseSummary = Static<typeof CaseSummary>

const CasePage = Type.Object({
  results: Type.Array(CaseSummary),
  next: Nullable(Type.String()),
  counts: Type.Object({
    open: Type.Integer(),
    mine: Type.Integer(),
    appeals: Type.Integer(),
    /** At most 1,000 are counted. */
    closed: Type.Integer(),
  }),
  /** Since when the open case waits that waits longest. Null without open cases. */
  oldest_opened_at: Nullable(Instant),
})
export type CasePage = Static<typeof CasePage>

export const listCases = {
  method: 'GET',
  url: '/api/moderation/cases/',
  schema: {
    area: 'Moderation',
    summary: 'Lists cases of moderation.',
    description:
      'For moderators. All reports of one content are one case. Open ones by the severity of their reasons, the number of reports by established accounts, and age; closed ones newest first.',
    missing: 'Case',
    errors: ['invalid_cursor'],
    querystring: Type.Object({ status: Type.Optional(Type.Enum(caseStatuses)), ...PageQuery }),
    response: { 200: CasePage, ...failures },
  },
} satisfies Endpoint

export const Appeal = Type.Object({
  id: Id,
  text: Type.String(),
  created_at: Instant,
  /** Null while it is open, as is the answer. */
  granted: Nullable(Type.Boolean()),
  answer: Nullable(Type.String()),
})
export type Appeal = Static<typeof Appeal>

export const Action = Type.Object({
  id: Id,
  ...decidedFields,
  rule: Nullable(Rule),
  sentence: Type.String(),
  created_at: Instant,
  undone: Type.Boolean(),
  appeal: Nullable(Appeal),
})

const StaffAction = Type.Object({
  ...Action.properties,
  undid: Undid,
  actor: Type.String(),
  actor_id: Nullable(Id),
  /** The content that it was about. */
  kind: ReportKind,
  content_id: Id,
  /** Its case. Null if there is none, after actions on the server. */
  case_id: Nullable(Id),
})
export type StaffAction = Static<typeof StaffAction>

export const Case = Type.Object({
  ...caseFields,
  content: Nullable(
    Type.Object({
      state: Type.Enum(['shown', 'hidden', 'removed', 'deleted']),
      title: Type.String(),
      text: Type.String(),
      ...WrittenFields,
      /** The files of a post. The URLs are signed for a short time, because files of hidden posts are withheld. */
      media: Type.Array(PostMedia),
      /** The page of the site that shows it, or would. */
      path: Type.String(),
      created_at: Instant,
      /** What the reports were about, if the author has edited it since: each text once, oldest first. */
      reported: Type.Array(Type.Object({ title: Type.String(), text: Type.String() })),
      /** What it is on: a post, a discussion, or the wall of an official. */
      parent: Nullable(Type.Object({ title: Type.String(), path: Type.String() })),
      /** The comments around a comment, the latest ones on a post or discussion; oldest first, at most 20. */
      thread: Type.Array(
        Type.Object({
          id: Id,
          author: Type.String(),
          text: Type.String(),
          ...WrittenFields,
          created_at: Instant,
          /** It is the content of the case. */
          is_subject: Type.Boolean(),
          is_reply: Type.Boolean(),
        }),
      ),
    }),
  ),
  reports: Type.Array(
    Type.Object({
      id: Id,
      reason: ReportReason,
      note: Type.String(),
      reporter: Person,
      established: Type.Boolean(),
      created_at: Instant,
    }),
  ),
  notes: Type.Array(Type.Object({ id: Id, text: Type.String(), author: Person, created_at: Instant })),
  /** About this content, newest first. */
  actions: Type.Array(
    Type.Object({
      ...StaffAction.properties,
      /** Why the viewer cannot decide on its appeal. Null if they can, or there is none. */
      appeal_obstacle: Nullable(Type.String()),
    }),
  ),
  /** About other content of the author, newest first, at most 20. */
  history: Type.Array(StaffAction),
  /** When the author signed up. Null without an author. */
  author_joined_at: Nullable(Instant),
  /** Other open cases about the author or their content. */
  other_open_cases: Type.Integer(),
  /** Why the viewer cannot decide. Null if they can. */
  obstacle: Nullable(Type.String()),
})
export type Case = Static<typeof Case>

export const getCase = {
  method: 'GET',
  url: '/api/moderation/cases/:id/',
  schema: {
    area: 'Moderation',
    summary: 'Gets a case: its content, reports, notes and decisions.',
    description: 'For moderators.',
    missing: 'Case',
    params: IdParams,
    response: { 200: Case, ...failures },
  },
} satisfies Endpoint

export const claimCase = {
  method: 'POST',
  url: '/api/moderation/cases/:id/claim/',
  schema: {
    area: 'Moderation',
    summary: 'Tells other moderators that the viewer looks at a case.',
    description: `For moderators. It counts for ${claimMinutes} minutes.`,
    missing: 'Case',
    params: IdParams,
    response: { 200: Type.Object({ claimed_by: Nullable(Person) }), ...failures },
  },
} satisfies Endpoint

export const createCaseNote = {
  method: 'POST',
  url: '/api/moderation/cases/:id/notes/',
  schema: {
    area: 'Moderation',
    summary: 'Adds a note for other moderators to a case.',
    description: 'For moderators.',
    missing: 'Case',
    params: IdParams,
    body: Type.Object({ text: text(noteMaxLength) }),
    response: { 201: Type.Object({ id: Id }), ...failures },
  },
} satisfies Endpoint

export const decideCase = {
  method: 'POST',
  url: '/api/moderation/cases/:id/decision/',
  schema: {
    area: 'Moderation',
    summary: 'Decides about the content of a case.',
    description:
      'For moderators. `rule` is the number of a guideline; only `keep` needs none. The author reads `sentence`. `suspend` needs `days`. `text_action` says what becomes of the content if the action is about its author; without it, `warn` leaves the content, `suspend` and `block` remove it. `lock` is for discussions. Nobody decides about their own content, or about what they reported as long as another moderator can.',
    missing: 'Case',
    errors: ['already_decided', 'own_case', 'forbidden'],
    params: IdParams,
    body: Type.Object({
      action: DecisionAction,
      text_action: Type.Optional(TextAction),
      rule: Type.Optional(Nullable(Rule)),
      sentence: text(sentenceMaxLength),
      days: Type.Optional(Type.Union([Type.Literal(1), Type.Literal(7), Type.Literal(30)])),
    }),
    response: { 200: Type.Object({ action_id: Id }), ...failures },
  },
} satisfies Endpoint
export type NewDecision = Static<typeof decideCase.schema.body>

export const decideContent = {
  method: 'POST',
  url: '/api/moderation/decisions/',
  schema: {
    area: 'Moderation',
    summary: 'Removes or locks content, whether or not it was reported.',
    description:
      'For moderators, beside content that they read. It is a decision about the case of the content, which is opened if there is none, and closed.',
    missing: 'Decision',
    errors: ['already_decided', 'own_case'],
    body: Type.Object({
      kind: Type.Enum(kindsThat('remove')),
      id: Id,
      action: Type.Enum(['remove', 'lock']),
      rule: Rule,
      sentence: text(sentenceMaxLength),
    }),
    response: { 200: Type.Object({ action_id: Id }), ...failures },
  },
} satisfies Endpoint
export type ContentDecision = Static<typeof decideContent.schema.body>

export const undoAction = {
  method: 'POST',
  url: '/api/moderation/actions/:id/undo/',
  schema: {
    area: 'Moderation',
    summary: 'Undoes a decision: what it hid is shown and counted again.',
    description: 'For moderators. An appeal against the decision is granted.',
    missing: 'Decision',
    errors: ['already_undone', 'own_case'],
    params: IdParams,
    body: Type.Object({ reason: text(sentenceMaxLength) }),
    response: { 200: Type.Object({ action_id: Id }), ...failures },
  },
} satisfies Endpoint

export const LogEntry = Type.Object({
  id: Id,
  /** UTC. */
  day: Type.String({ format: 'date' }),
  kind: Type.Union([
    ReportKind,
    Type.Literal('tag'),
    Type.Literal('politician'),
    Type.Literal('category'),
    Type.Literal('site'),
  ]),
  ...decidedFields,
  rule: Nullable(Rule),
  sentence: Type.String(),
  /** For `undo`: the number of the decision that it undid. */
  undoes: Nullable(Id),
  undid: Undid,
  appeal: Nullable(Type.Enum(['open', 'granted', 'rejected'])),
  /** Whether the moderator who made the decision has also ended its appeal. */
  appeal_by_same: Type.Boolean(),
})
export type LogEntry = Static<typeof LogEntry>

/** The same for everyone. It names neither authors nor reporters, and no content. */
export const listModerationLog = {
  method: 'GET',
  url: '/api/moderation/log/',
  config: { open: true },
  schema: {
    area: 'Moderation',
    summary: 'Lists what moderators decided, newest first.',
    description: 'Public, by the time of the decision. It has no texts, authors or reporters.',
    errors: ['invalid_cursor'],
    querystring: Type.Object(PageQuery),
    response: { 200: Type.Object({ results: Type.Array(LogEntry), next: Nullable(Type.String()) }), ...failures },
  },
} satisfies Endpoint

const maxNamed = 50

export const listLoggedAccounts = {
  method: 'GET',
  url: '/api/moderation/log/accounts/',
  schema: {
    area: 'Moderation',
    summary: 'Names the accounts that entries of the log are about.',
    description: `For moderators. \`ids\` are numbers of entries with the kind \`user\`, joined by commas, at most ${maxNamed}. \`username\` is empty if the account was deleted.`,
    missing: 'Page',
    querystring: Type.Object({ ids: Type.String({ pattern: `^\\d{1,9}(,\\d{1,9}){0,${maxNamed - 1}}$` }) }),
    response: {
      200: Type.Array(Type.Object({ id: Id, account: Id, name: Type.String(), username: Type.String() })),
      ...failures,
    },
  },
} satisfies Endpoint
