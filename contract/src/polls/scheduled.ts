import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from '../endpoint.ts'
import { IdParams } from '../schemas.ts'
import { Poll } from './polls.ts'

const ScheduledPoll = Type.Object({
  ...Poll.properties,
  schedule_zone: Type.Union([Type.String(), Type.Null()]),
})
export type ScheduledPoll = Static<typeof ScheduledPoll>

/** At most 100. */
export const listScheduledPolls = {
  method: 'GET',
  url: '/api/polls/scheduled/',
  schema: {
    area: 'Polls',
    summary: "Lists the viewer's unpublished polls, the next one first.",
    response: { 200: Type.Array(ScheduledPoll), ...failures },
  },
} satisfies Endpoint

export const cancelScheduledPoll = {
  method: 'DELETE',
  url: '/api/polls/:id/',
  schema: {
    area: 'Polls',
    summary: 'Cancels a scheduled poll of the viewer before it is published.',
    missing: 'Poll',
    errors: ['published'],
    params: IdParams,
    response: { 200: Type.Object({ cancelled: Type.Boolean() }), ...failures },
  },
} satisfies Endpoint
