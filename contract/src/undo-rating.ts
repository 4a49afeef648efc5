import { failures, type Endpoint } from './endpoint.ts'
import { getPolitician } from './politicians.ts'
import { IdParams } from './schemas.ts'
import { undoSeconds } from './undo.ts'

/** Messages of the error `rating_final`, by the reason. */
export const ratingFinal = {
  late: `A rating can be taken back for ${undoSeconds} seconds. Yours is final now.`,
  again: 'You have taken back a rating of this politician before, so this one is final.',
}

/** A mailbox can do this once for each official. */
export const undoRating = {
  method: 'DELETE',
  url: '/api/politicians/:id/rate/',
  schema: {
    area: 'Politicians',
    part: 'ratings',
    summary: "Takes back the viewer's rating, once for each official and within ten seconds.",
    description:
      '`ratePolitician` and `listMyRatings` return `undo_until`, by the clock of the server. Then the viewer can rate again, and that rating is final.',
    missing: 'Politician',
    errors: ['no_rating', 'rating_final'],
    params: IdParams,
    response: { 200: getPolitician.schema.response[200], ...failures },
  },
} satisfies Endpoint
