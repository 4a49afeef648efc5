import type { PoliticianProfile, RatingType } from '@wtpu/contract/politicians'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { politicianRatings, politicians } from '#db/schema/politicians.ts'
import { ApiError, notFound } from '#http/errors.ts'
import { changed } from '#live/changed.ts'
import { findPolitician } from './queries.ts'

interface Rating {
  politicianId: number
  userId: number
  type: RatingType
}

/** One rating per person and official, final (decision 65). */
export async function ratePolitician(db: Db, rating: Rating): Promise<PoliticianProfile> {
  await db.transaction(async (tx) => {
    // The key (politician_id, user_id) settles a race between two clicks; a check beforehand could not.
    const given = await tx
      .insert(politicianRatings)
      .select(
        tx
          .select({
            politicianId: politicians.id,
            userId: users.id,
            type: sql<RatingType>`${rating.type}`.as('type'),
            state: users.state,
            createdAt: sql<Date>`now()`.as('created_at'),
          })
          .from(politicians)
          .innerJoin(users, and(eq(users.id, rating.userId), isNull(users.deletedAt)))
          .where(and(eq(politicians.id, rating.politicianId), isNull(politicians.retiredAt)))
          // The person first, as everywhere: the foreign key would lock this row anyway.
          .for('no key update', { of: users }),
      )
      .onConflictDoNothing()
      .returning({ politicianId: politicianRatings.politicianId })
    if (given.length === 0) throw await whyNot(tx, rating)
    // Last, so that the row everybody raises stays locked only until the commit.
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

async function whyNot(tx: Db, { politicianId, userId }: Rating): Promise<ApiError> {
  const [facts] = await tx
    .select({ retiredAt: politicians.retiredAt, userId: users.id, rated: politicianRatings.type })
    .from(politicians)
    .leftJoin(users, and(eq(users.id, userId), isNull(users.deletedAt)))
    .leftJoin(
      politicianRatings,
      and(eq(politicianRatings.politicianId, politicians.id), eq(politicianRatings.userId, userId)),
    )
    .where(eq(politicians.id, politicianId))
  if (!facts) return notFound('Politician')
  if (facts.userId === null) return new ApiError(401, 'not_signed_in', 'This account no longer exists.')
  if (facts.rated) return new ApiError(409, 'already_rated', 'You have already rated this politician.')
  return new ApiError(409, 'retired', 'This politician is no longer in office and can no longer be rated.')
}
