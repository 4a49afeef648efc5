import { type PoliticianProfile, ratedBeforeDeletion, ratedWithOtherAccount } from '@wtpu/contract/politicians'
import { and, eq, ne } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { isActiveAccount } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { politicianRatings, politicians } from '#db/schema/politicians.ts'
import { isDeleted } from '#db/visibility.ts'
import { mayParticipate, participationError } from '#http/auth.ts'
import { accountGone, ApiError, notFound } from '#http/errors.ts'
import { type Rating, storeRating } from './rating-writer.ts'

/** One rating per user and official, final. Resolves once the rating is on disk. */
export async function ratePolitician(db: Db, rating: Rating): Promise<PoliticianProfile> {
  const rated = await storeRating(db, rating)
  if (!rated) throw await explainRejection(db, rating)
  if (!rated.subject) throw notFound('Politician')
  return rated.subject
}

/** Why a rating was not accepted. */
async function explainRejection(db: Db, { politicianId, userId, confirmedOnly }: Rating): Promise<ApiError> {
  const earlier = alias(politicianRatings, 'earlier')
  const earlierRater = alias(users, 'earlier_rater')
  const [facts] = await db
    .select({
      retiredAt: politicians.retiredAt,
      userId: users.id,
      mayRate: mayParticipate(confirmedOnly),
      rated: politicianRatings.type,
      earlier: earlier.type,
      deletedSince: isDeleted('earlier_rater'),
    })
    .from(politicians)
    .leftJoin(users, isActiveAccount(userId))
    .leftJoin(
      politicianRatings,
      and(eq(politicianRatings.politicianId, politicians.id), eq(politicianRatings.userId, userId)),
    )
    .leftJoin(
      earlier,
      and(eq(earlier.politicianId, politicians.id), eq(earlier.voterId, users.voterId), ne(earlier.userId, userId)),
    )
    .leftJoin(earlierRater, eq(earlierRater.id, earlier.userId))
    .where(eq(politicians.id, politicianId))
  if (!facts) return notFound('Politician')
  if (facts.userId === null) return accountGone()
  if (facts.rated) return new ApiError('already_rated')
  if (facts.retiredAt) {
    return new ApiError('retired', { detail: 'This politician is no longer in office and can no longer be rated.' })
  }
  if (!facts.mayRate) return participationError(db, userId)
  return new ApiError('already_rated', { detail: facts.deletedSince ? ratedBeforeDeletion : ratedWithOtherAccount })
}
