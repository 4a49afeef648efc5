import { Type } from 'typebox'
import { roundedTo } from './disclosure.ts'
import { failures, type Endpoint, type Output } from './endpoint.ts'
import { IdParams, Instant, Nullable } from './schemas.ts'

// Apart from the other calls about politicians, which every page loads.

/** Fewer ratings in a quarter are not shown. */
export const minRatingsOfQuarter = 30

const RatingCounts = Type.Object({ good: Type.Integer(), bad: Type.Integer() })

export const getRatingHistory = {
  method: 'GET',
  url: '/api/politicians/:id/rating_history/',
  config: { open: true },
  schema: {
    area: 'Politicians',
    part: 'ratings',
    summary: 'Returns the ratings of an official by time.',
    description: `\`quarters\`: the last three years, without quarters that have fewer than ${minRatingsOfQuarter} ratings. \`last_90_days\` end with the last week, and its counts are rounded down to ${roundedTo}, so that nobody sees a single rating leave them.`,
    missing: 'Politician',
    params: IdParams,
    response: {
      200: Type.Object({
        /** The month of the first rating: noon in UTC of its first day. Null without ratings. */
        since: Nullable(Instant),
        last_90_days: Type.Object({ until: Instant, ...RatingCounts.properties }),
        quarters: Type.Array(Type.Object({ begins: Instant, ...RatingCounts.properties })),
        counted_at: Instant,
        time_zone: Type.String(),
      }),
      ...failures,
    },
  },
} satisfies Endpoint
export type RatingHistory = Output<typeof getRatingHistory>
