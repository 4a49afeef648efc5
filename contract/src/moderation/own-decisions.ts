import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from '../endpoint.ts'
import { Id, Instant, WrittenFields, Nullable } from '../schemas.ts'
import { Action } from './cases.ts'
import { ReportKind, ReportReason } from './reports.ts'

const OwnDecision = Type.Object({
  ...Action.properties,
  kind: ReportKind,
  content_id: Id,
  excerpt: Type.String(),
  ...WrittenFields,
  /** Until when the viewer can appeal. Null if they cannot. */
  appeal_until: Nullable(Instant),
})
export type OwnDecision = Static<typeof OwnDecision>

const HeldContent = Type.Object({
  kind: ReportKind,
  content_id: Id,
  text: Type.String(),
  ...WrittenFields,
  created_at: Instant,
})
export type HeldContent = Static<typeof HeldContent>

const OwnReport = Type.Object({
  id: Id,
  kind: ReportKind,
  content_id: Id,
  reason: ReportReason,
  created_at: Instant,
  outcome: Type.Enum(['open', 'acted', 'kept', 'deleted']),
})
export type OwnReport = Static<typeof OwnReport>

export const listOwnDecisions = {
  method: 'GET',
  url: '/api/moderation/mine/',
  schema: {
    area: 'Moderation',
    summary: "Lists decisions about the viewer's content, and what became of their reports.",
    description:
      'The latest 100 of each, newest first. `held` is content of the viewer that is hidden until a moderator has looked at it.',
    response: {
      200: Type.Object({
        held: Type.Array(HeldContent),
        decisions: Type.Array(OwnDecision),
        reports: Type.Array(OwnReport),
      }),
      ...failures,
    },
  },
} satisfies Endpoint
