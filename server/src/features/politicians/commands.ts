import {
  type PoliticianProfile,
  ratedBeforeDeletion,
  ratedWithOtherAccount,
  type RatingType,
} from '@wtpu/contract/politicians'
import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#db/client.ts'
import { isAccount } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { politicianRatings, politicians } from '#db/schema/politicians.ts'
import { emailNotConfirmedError, mayParticipate } from '#http/confirmed-email.ts'
import { ApiError, notFound } from '#http/errors.ts'
import { changed } from '#live/changed.ts'
import { findPolitician } from './queries.ts'

interface Rating {
  politicianId: number
  userId: number
  confirmedOnly: boolean
  type: RatingType
}

/** One rating per person and official, final (decision 65). */
export async function ratePolitician(db: Db, rating: Rating): Promise<PoliticianProfile> {
  await db.transaction(async (tx) => {
    // The keys (politician_id, user_id) and (politician_id, voter_id) decide races between two clicks or two accounts of
    // a person.
    const inserted = await tx
      .insert(politicianRatings)
      .select(
        tx
          .select({
            politicianId: politicians.id,
            userId: users.id,
            voterId: users.voterId,
            type: sql<RatingType>`${rating.type}`.as('type'),
            state: users.state,
            createdAt: sql<Date>`now()`.as('created_at'),
          })
          .from(politicians)
          .innerJoin(users, and(isAccount(rating.userId), mayParticipate(rating.confirmedOnly)))
          .where(and(eq(politicians.id, rating.politicianId), isNull(politicians.retiredAt)))
          // Lock the user first, like every command. The foreign key would lock this row anyway.
          .for('no key update', { of: users }),
      )
      .onConflictDoNothing()
      .returning({ politicianId: politicianRatings.politicianId })
    if (inserted.length === 0) throw await explainRefusal(tx, rating)
    // Last in the transaction: every rating updates this row, and it stays locked until the commit.
    await tx
      .update(politicians)
      .set(
        rating.type === 'good'
          ? { goodJobCount: sql`${politicians.goodJobCount} + 1` }
          : { badJobCount: sql`${politicians.badJobCount} + 1` },
      )
      .where(eq(politicians.id, rating.politicianId))
  })
  changed(db, '/api/politicians/')
  const politician = await findPolitician(db, rating.politicianId)
  if (!politician) throw notFound('Politician')
  return politician
}

/** Why `ratePolitician` inserted nothing. */
async function explainRefusal(tx: Db, { politicianId, userId, confirmedOnly }: Rating): Promise<ApiError> {
  const earlier = alias(politicianRatings, 'earlier')
  const earlierRater = alias(users, 'earlier_rater')
  const [facts] = await tx
    .select({
      retiredAt: politicians.retiredAt,
      userId: users.id,
      email: users.email,
      confirmed: sql<boolean>`${mayParticipate(confirmedOnly)}`,
      rated: politicianRatings.type,
      earlier: earlier.type,
      deletedSince: sql<boolean>`${earlierRater.deletedAt} is not null`,
    })
    .from(politicians)
    .leftJoin(users, isAccount(userId))
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
  if (facts.userId === null) return new ApiError(401, 'not_signed_in', 'This account no longer exists.')
  if (facts.rated) return new ApiError(409, 'already_rated', 'You have already rated this politician.')
  if (facts.retiredAt) {
    return new ApiError(409, 'retired', 'This politician is no longer in office and can no longer be rated.')
  }
  if (!facts.confirmed) return emailNotConfirmedError(facts.email)
  return new ApiError(409, 'already_rated', facts.deletedSince ? ratedBeforeDeletion : ratedWithOtherAccount)
}
