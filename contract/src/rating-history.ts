import { Type } from 'typebox'
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
    summary: 'Returns the ratings of an official by time.',
    description: `\`quarters\`: the last three years, without quarters that have fewer than ${minRatingsOfQuarter} ratings.`,
    missing: 'Politician',
    params: IdParams,
    response: {
      200: Type.Object({
        /** The first rating. Null without ratings. */
        since: Nullable(Instant),
        last_90_days: RatingCounts,
        quarters: Type.Array(Type.Object({ begins: Instant, ...RatingCounts.properties })),
        counted_at: Instant,
        time_zone: Type.String(),
      }),
      ...failures,
    },
  },
} satisfies Endpoint
export type RatingHistory = Output<typeof getRatingHistory>
