import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from '../../endpoint.ts'
import { Id, IdParams, Instant, Nullable } from '../../schemas.ts'

/** The hour at which a new question begins, in the time zone of the site. */
export const questionHour = 7
export const maxQueued = 14

const QuestionQueue = Type.Object({
  today: Nullable(Type.Object({ id: Id, question: Type.String() })),
  /** In their order. A poll that has ended or is hidden is left out, and its turn does not come. */
  queue: Type.Array(Type.Object({ id: Id, question: Type.String(), closes_at: Nullable(Instant) })),
})
export type QuestionQueue = Static<typeof QuestionQueue>
const queue = { 200: QuestionQueue, ...failures }

export const getQuestionQueue = {
  method: 'GET',
  url: '/api/admin/questions/',
  schema: {
    area: 'Administration',
    summary: 'Lists the polls that wait to be the question of the day.',
    description: 'For admins.',
    missing: 'Page',
    response: queue,
  },
} satisfies Endpoint

export const queueQuestion = {
  method: 'PUT',
  url: '/api/admin/questions/:id/',
  schema: {
    area: 'Administration',
    summary: 'Puts an open poll last among the questions of the day.',
    description: 'For admins. If no question was chosen for today, the first one begins at once.',
    missing: 'Poll',
    errors: ['poll_closed', 'question_asked', 'question_queue_full'],
    params: IdParams,
    response: queue,
  },
} satisfies Endpoint

export const unqueueQuestion = {
  method: 'DELETE',
  url: '/api/admin/questions/:id/',
  schema: {
    area: 'Administration',
    summary: 'Takes a poll off the questions of the day.',
    description: 'For admins.',
    missing: 'Poll',
    params: IdParams,
    response: queue,
  },
} satisfies Endpoint

export const moveQuestion = {
  method: 'POST',
  url: '/api/admin/questions/:id/move/',
  schema: {
    area: 'Administration',
    summary: 'Moves a question of the day one up or down.',
    description: 'For admins. The first one does not move up, and the last one not down.',
    missing: 'Poll',
    params: IdParams,
    body: Type.Object({ direction: Type.Enum(['up', 'down'] as const) }),
    response: queue,
  },
} satisfies Endpoint
