import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from '../endpoint.ts'
import { Id, LimitedText } from '../schemas.ts'
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
