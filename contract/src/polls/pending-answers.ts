import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from '../endpoint.ts'
import { Id, IdParams, Nullable, Rotation } from '../schemas.ts'

/** How long an answer waits for the confirmation of the email, and how many of an account may wait. */
export const pendingAnswerDays = 7
export const maxPendingAnswers = 20

/** What became of an answer: it counts, or why it could not be counted. */
export const pendingAnswerResults = ['counted', 'already_voted', 'poll_closed', 'not_found', 'not_allowed'] as const

export const givePendingAnswer = {
  method: 'PUT',
  url: '/api/polls/:id/pending-answer/',
  schema: {
    area: 'Polls',
    summary: 'Casts an answer, or keeps it until the email is confirmed.',
    description:
      'For answers that were chosen before the account existed. An answer that waits is final once the link in the mail is opened; another one in the same poll replaces it before. It enters the public counts at a random moment within an hour, and before the poll closes. It is deleted after seven days.',
    missing: 'Poll',
    errors: ['invalid', 'already_voted', 'not_eligible', 'poll_closed', 'too_many_waiting'],
    params: IdParams,
    body: Type.Object({ option_id: Id, rotation: Rotation }),
    response: { 200: Type.Object({ state: Type.Enum(['counted', 'waiting']) }), ...failures },
  },
} satisfies Endpoint

export const withdrawPendingAnswer = {
  method: 'DELETE',
  url: '/api/polls/:id/pending-answer/',
  schema: {
    area: 'Polls',
    summary: 'Withdraws an answer that waits for a confirmed email.',
    missing: 'Answer',
    errors: ['answer_decided'],
    params: IdParams,
    response: { 200: Type.Object({ withdrawn: Type.Boolean() }), ...failures },
  },
} satisfies Endpoint

/** `question` is null for a poll that was removed, `option` once the answer is decided. */
export const PendingAnswer = Type.Object({
  poll: Id,
  question: Nullable(Type.String()),
  option: Nullable(Type.String()),
  state: Type.Enum(['waiting', ...pendingAnswerResults]),
})
export type PendingAnswer = Static<typeof PendingAnswer>

export const listPendingAnswers = {
  method: 'GET',
  url: '/api/polls/pending-answers/',
  schema: {
    area: 'Polls',
    summary: "Lists the viewer's answers that wait for a confirmed email.",
    description:
      'Also says what became of answers that waited. Only the viewer sees them. They are deleted after seven days.',
    response: { 200: Type.Array(PendingAnswer), ...failures },
  },
} satisfies Endpoint
