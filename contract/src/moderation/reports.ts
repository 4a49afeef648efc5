import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from '../endpoint.ts'
import { Id, LimitedText } from '../schemas.ts'
import { isOn, openWords } from '../site/parts.ts'
import { type KindThat, kindsThat } from '../writing/kinds.ts'

/** What can be reported. */
export const reportKinds = /* @__PURE__ */ kindsThat('report')
export type ReportKind = KindThat<'report'>

/** In the order of the dialog. */
export const reportReasons = [
  'spam',
  'harassment',
  'hate',
  'voting_misinformation',
  'private_information',
  'illegal',
  'other',
] as const
export type ReportReason = (typeof reportReasons)[number]

export const reasonNames: Record<ReportReason, string> = {
  spam: 'Spam',
  harassment: 'Harassment or threats',
  hate: 'Hate',
  voting_misinformation: 'False information about voting',
  private_information: 'Private information',
  illegal: 'Illegal',
  other: 'Something else',
}

export const reportNoteMaxLength = 500
export const reportsPerDay = 20

const ruleOfActing = () =>
  openWords(
    [
      [null, 'vote'],
      ['ratings', 'rate'],
      [['boiler-room', 'forums', 'walls'], isOn('boiler-room') ? 'post' : 'write'],
    ],
    'or',
  )

/** The community guidelines: a rule, and what it means. Moderators name the number of a rule, from 1. */
export const rules: readonly (readonly [rule: string, meaning: string | (() => string)])[] = [
  ['Address the argument, not the person.', 'You can disagree strongly. Insults, threats and slurs are removed.'],
  [
    'People before parties.',
    'Everyone is welcome, whatever their party or vote, and no one is above criticism because of it.',
  ],
  [
    'Say what is true.',
    'Do not make up facts or quotes. Name your source when you state a fact that others may question.',
  ],
  ['One person, one voice.', () => `One account per person. Do not ${ruleOfActing()} for others, and do not use bots.`],
  [
    'Keep private lives private.',
    () =>
      `${isOn('officials') ? 'Officials' : 'People in office'} are accountable for what they do in office. Their homes, families and health are off limits.`,
  ],
  ['No violence, no hatred.', 'Accounts that call for violence, or attack people for who they are, are closed.'],
  ['Nothing for sale.', 'No advertising, no fundraising and no link spam.'],
  [
    'Help us keep it that way.',
    () =>
      isOn('boiler-room')
        ? 'Report posts that break these rules. Moderators judge the post, not the party.'
        : 'Report what breaks these rules. Moderators judge the text, not the party.',
  ],
]

export const ReportKind = Type.Enum(reportKinds)
export const ReportReason = Type.Enum(reportReasons)

/** A second report of the same content by the same user answers 200 with the id of the first. */
export const createReport = {
  method: 'POST',
  url: '/api/reports/',
  schema: {
    area: 'Moderation',
    summary: 'Reports content or a profile to the moderators.',
    description:
      'Only moderators learn who reported. The same user reports the same content once: a second report answers 200 with the id of the first.',
    missing: 'Post',
    errors: ['own_content', 'daily_limit'],
    body: Type.Object({
      kind: ReportKind,
      id: Id,
      reason: ReportReason,
      note: Type.Optional(LimitedText(reportNoteMaxLength)),
    }),
    response: { 201: Type.Object({ id: Id }), 200: Type.Object({ id: Id }), ...failures },
  },
} satisfies Endpoint
export type NewReport = Static<typeof createReport.schema.body>
