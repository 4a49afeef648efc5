import { Type, type Static } from 'typebox'
import { failures, type Endpoint } from '../endpoint.ts'
import { Id, IdParams } from '../schemas.ts'
import { Poll } from './polls.ts'

/** How long a scheduled poll stays open, in days. */
export const scheduledDuration = 7
/** How far ahead a poll may be scheduled, in days. */
export const maxScheduleDaysAhead = 365

export const ScheduledPoll = Type.Object({
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

/** At most 100. */
export const listOwnUnanswered = {
  method: 'GET',
  url: '/api/polls/my-unanswered/',
  schema: {
    area: 'Polls',
    summary: "Lists the ids of the viewer's polls without votes, which can still be changed.",
    response: { 200: Type.Array(Id), ...failures },
  },
} satisfies Endpoint
