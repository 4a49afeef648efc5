import { Type, type Static } from 'typebox'
import { Author } from '../../accounts/author.ts'
import { minJudgementsOfPart } from '../../disclosure.ts'
import { failures, type Endpoint } from '../../endpoint.ts'
import { reasonMaxLength } from '../../lengths.ts'
import {
  Id,
  IdempotencyKey,
  IdParams,
  Instant,
  LimitedText,
  Nullable,
  PageQuery,
  WrittenFields,
} from '../../schemas.ts'

/** Judgements of a person in 24 hours. */
export const judgementsPerDay = 20
/** So many reasons of each answer are shown first, and are judged in turn. */
export const reasonsInTurn = 3

/** The parts are the thirds of the line, the groups of Common Ground, or the voters of the two answers with the most votes. */
export const partsOfJudges = ['line', 'groups', 'answers'] as const

const reasonFields = { id: Id, option: Id, text: Type.String(), ...WrittenFields }

export const Reason = Type.Object({
  ...reasonFields,
  /** Null if the author chose to show no name. */
  author: Nullable(Author),
  /** A full hour. */
  shown_at: Instant,
  /** Null before enough people of each part have judged it. */
  judged_by: Nullable(Type.Enum(partsOfJudges)),
  /** The share of the judges of each part, in order, who found it fair, in percent. Null for a part that is hardly more than a block. */
  fair: Type.Array(Nullable(Type.Integer())),
})
export type Reason = Static<typeof Reason>

const PollReasons = Type.Object({
  /** One entry for each answer, in the order of the poll. */
  answers: Type.Array(Type.Object({ option: Id, best: Type.Array(Reason) })),
})
export type PollReasons = Static<typeof PollReasons>

export const listBestReasons = {
  method: 'GET',
  url: '/api/polls/:id/reasons/best/',
  schema: {
    area: 'Polls',
    part: 'reasons',
    summary: 'Lists the fairest reasons for each answer to a poll.',
    description: `The best ${reasonsInTurn} of each answer, by the smallest one-sided 95 % Wilson bound over the thirds of the line, or the groups where there are groups, or the voters of the two answers with the most votes. Each part needs ${minJudgementsOfPart} judgements, and its share moves after as many new ones. Judges who judge alike weigh as one.`,
    missing: 'Poll',
    params: IdParams,
    response: { 200: PollReasons, ...failures },
  },
} satisfies Endpoint

const ReasonPage = Type.Object({ results: Type.Array(Reason), next: Nullable(Type.String()) })
export type ReasonPage = Static<typeof ReasonPage>

export const listReasons = {
  method: 'GET',
  url: '/api/polls/:id/reasons/',
  schema: {
    area: 'Polls',
    part: 'reasons',
    summary: 'Lists the reasons that voters gave in a poll, newest first.',
    description: 'A reason appears at the next full hour, so that the time does not tell who wrote it.',
    missing: 'Poll',
    params: IdParams,
    querystring: Type.Object(PageQuery),
    response: { 200: ReasonPage, ...failures },
  },
} satisfies Endpoint

const OwnReason = Type.Object({
  ...reasonFields,
  is_named: Type.Boolean(),
  shown_at: Instant,
  /** Nobody has judged it yet. */
  can_edit: Type.Boolean(),
  /** A moderator has removed it, or will decide about it. */
  under_review: Type.Boolean(),
})
export type OwnReason = Static<typeof OwnReason>

/** Null if there is none. */
const OwnReasonOrNone = Type.Object({ reason: Nullable(OwnReason) })

export const getOwnReason = {
  method: 'GET',
  url: '/api/polls/:id/reasons/mine/',
  schema: {
    area: 'Polls',
    part: 'reasons',
    summary: "Returns the viewer's own reason in a poll.",
    params: IdParams,
    response: { 200: OwnReasonOrNone, ...failures },
  },
} satisfies Endpoint

export const createReason = {
  method: 'POST',
  url: '/api/polls/:id/reasons/',
  schema: {
    area: 'Polls',
    part: 'reasons',
    summary: "Gives a reason for the viewer's answer to a poll.",
    description: `One line of at most ${reasonMaxLength} characters without links and mentions. \`is_named\` shows the author's name; without it, nobody learns who wrote it.`,
    missing: 'Poll',
    errors: ['email_not_confirmed', 'no_vote', 'reason_exists', 'reason_copied', 'daily_limit', 'held_for_review'],
    params: IdParams,
    body: Type.Object({
      text: LimitedText(reasonMaxLength),
      is_named: Type.Boolean(),
      ...WrittenFields,
      idempotency_key: IdempotencyKey,
    }),
    response: { 201: OwnReason, ...failures },
  },
} satisfies Endpoint

export const editReason = {
  method: 'PATCH',
  url: '/api/polls/:id/reasons/mine/',
  schema: {
    area: 'Polls',
    part: 'reasons',
    summary: "Changes the viewer's own reason, until somebody has judged it.",
    missing: 'Reason',
    errors: ['reason_judged', 'reason_copied', 'repeated_text'],
    params: IdParams,
    body: Type.Object({ text: LimitedText(reasonMaxLength), ...WrittenFields }),
    response: { 200: OwnReason, ...failures },
  },
} satisfies Endpoint

export const deleteReason = {
  method: 'DELETE',
  url: '/api/polls/:id/reasons/mine/',
  schema: {
    area: 'Polls',
    part: 'reasons',
    summary: "Deletes the viewer's own reason in a poll.",
    description: 'Idempotent. A reason that a moderator has removed stays removed.',
    params: IdParams,
    response: { 200: Type.Object({ deleted: Type.Boolean() }), ...failures },
  },
} satisfies Endpoint

/** Without the author. */
const ReasonToJudge = Type.Object({ ...reasonFields, version: Type.Integer() })
export type ReasonToJudge = Static<typeof ReasonToJudge>

export const listReasonsToJudge = {
  method: 'GET',
  url: '/api/polls/:id/reasons/to-judge/',
  schema: {
    area: 'Polls',
    part: 'reasons',
    summary: 'Lists reasons of others that the viewer can judge next.',
    description: `Up to ${reasonsInTurn} of each answer in turn, without their authors: the least judged first, then uncertain ones. \`left\` says how many more the viewer can judge today.`,
    missing: 'Poll',
    params: IdParams,
    response: { 200: Type.Object({ left: Type.Integer(), reasons: Type.Array(ReasonToJudge) }), ...failures },
  },
} satisfies Endpoint

export const judgeReason = {
  method: 'POST',
  url: '/api/reasons/:id/judgement/',
  schema: {
    area: 'Polls',
    part: 'reasons',
    summary: 'Says that a reason of somebody else is fair, or skips it.',
    description: `For voters of the poll, once for each reason: the same again changes nothing. At most ${judgementsPerDay} in 24 hours. \`version\` is the one that was read.`,
    missing: 'Reason',
    errors: ['email_not_confirmed', 'no_vote', 'own_reason', 'reason_changed', 'daily_limit'],
    params: IdParams,
    body: Type.Object({ is_fair: Type.Boolean(), version: Type.Integer() }),
    response: { 200: Type.Object({ left: Type.Integer() }), ...failures },
  },
} satisfies Endpoint
