import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from '../endpoint.ts'
import { Instant, Nullable } from '../schemas.ts'
import { Poll } from './polls.ts'

const QuestionOfTheDay = Type.Object({
  /** The newest open poll, if none was chosen. Null without an open poll. */
  today: Nullable(Poll),
  is_chosen: Type.Boolean(),
  yesterday: Nullable(Poll),
  /** When the next chosen question begins. Null if no poll waits that will be open then. */
  next_at: Nullable(Instant),
})
export type QuestionOfTheDay = Static<typeof QuestionOfTheDay>

export const getQuestionOfTheDay = {
  method: 'GET',
  url: '/api/polls/question-of-the-day/',
  config: { open: true },
  schema: {
    area: 'Polls',
    summary: 'Returns the question of the day, and that of yesterday.',
    description:
      'A day begins at 7 in the morning in the time zone of the site. `is_chosen`: admins chose it; otherwise `today` is the newest open poll. A chosen poll that has ended or is hidden is left out.',
    response: { 200: QuestionOfTheDay, ...failures },
  },
} satisfies Endpoint
