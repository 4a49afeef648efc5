import { Type, type Static } from 'typebox'
import { Author } from '../../accounts/author.ts'
import { minJudgementsOfPart } from '../../disclosure.ts'
import { failures, type Endpoint } from '../../endpoint.ts'
import { reasonMaxLength } from '../../lengths.ts'
import { closed } from '../../closed.ts'
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
/** An account of the other side is marked from this many judgements by those who gave the answer, at this bound. */
export const minJudgementsOfAccount = 20
export const boundOfAccount = 0.6
/** The text of the mark. The author agrees to it before. */
export const fairAccountText = 'A fair account, written by somebody who disagrees'
/** How many reasons of each answer are shown first, and are judged in turn. */
export const reasonsInTurn = 3

/** The parts are the thirds of the line, the groups of Common Ground, or the voters of the two answers with the most votes. */
export const partsOfJudges = ['line', 'groups', 'answers'] as const

const reasonFields = { id: Id, option: Id, text: Type.String(), ...WrittenFields }

export const Reason = Type.Object({
  ...reasonFields,
  /** Null if the author chose to show no name. */
  author: Nullable(Author),
  /** Its author gave another answer, and most of those who gave this one could have written it. */
  is_fair_account: Type.Boolean(),
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

/** The reason for the own answer, or for an answer that the viewer did not choose. */
const SideQuery = Type.Object({ side: Type.Optional(Type.Enum(['own', 'other'])) })
export type Side = NonNullable<Static<typeof SideQuery>['side']>

/** Null if there is none. */
const OwnReasonOrNone = Type.Object({ reason: Nullable(OwnReason) })

export const getOwnReason = {
  method: 'GET',
  url: '/api/polls/:id/reasons/mine/',
  schema: {
    area: 'Polls',
    part: 'reasons',
    summary: "Returns the viewer's own reason in a poll.",
    description: 'With `side=other`, the one for an answer that the viewer did not choose.',
    params: IdParams,
    querystring: SideQuery,
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
    description: `One line of at most ${reasonMaxLength} characters without links and mentions. \`is_named\` shows the author's name; without it, nobody learns who wrote it. In polls with \`asks_other_side\`, no reason is signed, and \`other_side\` makes it one for the answer \`option\`, which is another one than that of the viewer. It is listed and judged like all others. From ${minJudgementsOfAccount} judgements by those who gave the answer, and a one-sided 95 % Wilson bound of ${100 * boundOfAccount} %, it says: “${fairAccountText}”. \`agrees\` says that the viewer agrees to that.`,
    missing: 'Poll',
    errors: ['email_not_confirmed', 'no_vote', 'reason_exists', 'reason_copied', 'daily_limit', 'held_for_review'],
    params: IdParams,
    body: Type.Object(
      {
        text: LimitedText(reasonMaxLength),
        is_named: Type.Boolean(),
        other_side: Type.Optional(Type.Object({ option: Id, agrees: Type.Boolean() }, closed)),
        ...WrittenFields,
        idempotency_key: IdempotencyKey,
      },
      closed,
    ),
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
    querystring: SideQuery,
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
    querystring: SideQuery,
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
    description: `Up to ${reasonsInTurn} of each answer in turn, without their authors: the least judged first, then uncertain ones. Those that say that they are fair accounts of the other side are left out. \`left\` says how many more the viewer can judge today.`,
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
    description: `For voters of the poll, once for each reason: the same again changes nothing. In polls with \`asks_other_side\`, \`is_fair\` about a reason for the viewer's own answer says that the viewer could have written it. At most ${judgementsPerDay} in 24 hours. \`version\` is the one that was read.`,
    missing: 'Reason',
    errors: ['email_not_confirmed', 'no_vote', 'own_reason', 'reason_changed', 'daily_limit'],
    params: IdParams,
    body: Type.Object({ is_fair: Type.Boolean(), version: Type.Integer() }),
    response: { 200: Type.Object({ left: Type.Integer() }), ...failures },
  },
} satisfies Endpoint
