import { failures, type Endpoint } from '../../endpoint.ts'
import { IdParams } from '../../schemas.ts'
import { daysToPublish } from '../audiences.ts'
import { Poll } from '../polls.ts'

/** Repeating it changes nothing. */
export const releaseResults = {
  method: 'POST',
  url: '/api/polls/:id/release/',
  schema: {
    area: 'Polls',
    summary: 'Shows the results of a closed poll whose results wait for staff.',
    description: `For moderators, of polls with \`reveal\` \`when_published\`. The public log says who did it. After ${daysToPublish} days the results are shown by themselves.`,
    missing: 'Poll',
    errors: ['forbidden', 'poll_open'],
    params: IdParams,
    response: { 200: Poll, ...failures },
  },
} satisfies Endpoint
