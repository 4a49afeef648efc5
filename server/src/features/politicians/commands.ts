import type { Output } from '@wtpu/contract/endpoint'
import type * as contract from '@wtpu/contract/politicians'
import { ratedBeforeDeletion, ratedWithOtherAccount } from '@wtpu/contract/politicians'
import { ratingsClosedSentence } from '@wtpu/contract/site/site-parts'
import { ratingFinal } from '@wtpu/contract/undo-rating'
import { and, eq, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { undoChoice } from '#community/undo-choice.ts'
import type { Db } from '#db/client.ts'
import { ratingsClosedAt } from '#db/parts.ts'
import { isActiveAccount } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { politicianRatings, politicians } from '#db/schema/politicians.ts'
import { undoneChoices } from '#db/schema/undone-choices.ts'
import { isDeleted } from '#db/visibility.ts'
import { mayParticipate, participationError } from '#http/auth.ts'
import { accountGone, ApiError, notFound } from '#http/errors.ts'
import { findPolitician, ratingUndoUntil } from './queries.ts'
import { type Rating, storeRating } from './rating-writer.ts'

/** One rating per user and official. Resolves once the rating is on disk. */
export async function ratePolitician(db: Db, rating: Rating): Promise<Output<typeof contract.ratePolitician>> {
  const rated = await storeRating(db, rating)
  if (!rated) throw await explainRejection(db, rating)
  if (!rated.subject) throw notFound('Politician')
  return { ...rated.subject, undo_until: rated.stored.undo_until }
}

/** Why a rating was not accepted. */
async function explainRejection(db: Db, { politicianId, userId, confirmedOnly }: Rating): Promise<ApiError> {
  const earlier = alias(politicianRatings, 'earlier')
  const earlierRater = alias(users, 'earlier_rater')
  const [facts] = await db
    .select({
      retiredAt: politicians.retiredAt,
      closed: ratingsClosedAt(),
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
  if (facts.closed) return new ApiError('ratings_closed', { detail: ratingsClosedSentence(facts.closed) })
  if (!facts.mayRate) return participationError(db, userId)
  return new ApiError('already_rated', { detail: facts.deletedSince ? ratedBeforeDeletion : ratedWithOtherAccount })
}

/** Takes back a rating: the counts are as before. */
export async function undoRating(
  db: Db,
  { politicianId, userId }: { politicianId: number; userId: number },
): Promise<contract.PoliticianProfile> {
  await undoChoice(db, { of: 'politicians', id: politicianId, userId }, async (tx) => {
    const { rows } = await tx.execute<{ user_id: number }>(sql`
      with undone as (
        delete from ${politicianRatings}
        where politician_id = ${politicianId} and user_id = ${userId} and ${ratingUndoUntil} is not null
        returning politician_id, voter_id, user_id, type
      ), remembered as (
        insert into ${undoneChoices} (politician_id, voter_id, user_id) select politician_id, voter_id, user_id from undone
      )
      update ${politicians} set good_job_count = good_job_count - (type = 'good')::int,
        bad_job_count = bad_job_count - (type = 'bad')::int, undone_ratings = undone_ratings + 1
      from undone where ${politicians.id} = politician_id returning user_id`)
    const [undone] = rows
    if (!undone) throw await explainFinalRating(tx, politicianId, userId)
    return undone
  })
  const politician = await findPolitician(db, politicianId)
  if (!politician) throw notFound('Politician')
  return politician
}

/** Why a rating was not taken back. */
async function explainFinalRating(tx: Db, politicianId: number, userId: number): Promise<ApiError> {
  const [facts] = await tx
    .select({ rater: politicianRatings.voterId, undone: undoneChoices.voterId })
    .from(politicians)
    .leftJoin(
      politicianRatings,
      and(eq(politicianRatings.politicianId, politicians.id), eq(politicianRatings.userId, userId)),
    )
    .leftJoin(
      undoneChoices,
      and(eq(undoneChoices.politicianId, politicians.id), eq(undoneChoices.voterId, politicianRatings.voterId)),
    )
    .where(eq(politicians.id, politicianId))
  if (!facts) return notFound('Politician')
  if (facts.rater === null) return new ApiError('no_rating')
  return new ApiError('rating_final', { detail: facts.undone === null ? ratingFinal.late : ratingFinal.again })
}
