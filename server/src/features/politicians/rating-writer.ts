import type { PoliticianProfile, RatingType } from '@wtpu/contract/politicians'
import { and, eq, sql } from 'drizzle-orm'
import { BatchWriter } from '#db/batch-writer.ts'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { politicianRatings, politicians } from '#db/schema/politicians.ts'
import { prepareStatement } from '#db/statement.ts'
import { findPolitician } from './queries.ts'

export interface Rating {
  politicianId: number
  userId: number
  confirmedOnly: boolean
  type: RatingType
}

interface Outcome {
  accepted: boolean
  /** Reads the politician with the new counts. */
  readPolitician: (db: Db) => Promise<PoliticianProfile | undefined>
}

/** Stores ratings together with those that arrive at the same time. Resolves once a rating is on disk, or was not accepted. */
export const ratingWriter = new BatchWriter<Rating, Outcome>({
  name: 'ratings',
  async write(tx, ratings, active) {
    const accepted = await insertRatings(
      tx,
      ratings.filter(({ userId }) => active.has(userId)),
    )
    const raters = new Set(accepted.map((rating) => rating.user_id))
    // A politician is read once for all ratings of a batch.
    const profiles = new Map<number, Promise<PoliticianProfile | undefined>>()
    const readPolitician = (db: Db, id: number) => {
      const profile = profiles.get(id) ?? findPolitician(db, id)
      profiles.set(id, profile)
      return profile
    }
    return {
      results: ratings.map(({ userId, politicianId }) => ({
        accepted: raters.has(userId),
        readPolitician: (db) => readPolitician(db, politicianId),
      })),
      last: accepted.length > 0 ? countRatings(tx, accepted) : undefined,
    }
  },
  isStored: (db, rating, { accepted }) => (accepted ? isStored(db, rating) : undefined),
})

async function isStored(db: Db, { politicianId, userId, type }: Rating): Promise<boolean> {
  const own = and(
    eq(politicianRatings.politicianId, politicianId),
    eq(politicianRatings.userId, userId),
    eq(politicianRatings.type, type),
  )
  return (await db.select({ id: politicianRatings.userId }).from(politicianRatings).where(own)).length > 0
}

type Accepted = { politician_id: number; user_id: number; type: RatingType }

/**
 * Checks that each politician is in office and the user may rate, in the statement that inserts, so that nothing can change in
 * between. The keys (politician_id, user_id) and (politician_id, voter_id) decide races between two clicks or two accounts of
 * a person. All servers insert in the same order, so that they cannot deadlock.
 */
const insertStatement = prepareStatement<Accepted>(
  'insert_ratings',
  sql`
    insert into ${politicianRatings} (politician_id, user_id, voter_id, type, state)
    select ${politicians.id}, ${users.id}, ${users.voterId}, rating.type, ${users.state}
    from unnest(${sql.placeholder('politicians')}::int[], ${sql.placeholder('users')}::int[],
      ${sql.placeholder('types')}::text[], ${sql.placeholder('confirmedOnly')}::boolean[])
      as rating(politician_id, user_id, type, confirmed_only)
    join ${users} on ${users.id} = rating.user_id and (not rating.confirmed_only or ${users.emailVerifiedAt} is not null)
    join ${politicians} on ${politicians.id} = rating.politician_id and ${politicians.retiredAt} is null
    order by ${politicians.id}, ${users.voterId}
    on conflict do nothing
    returning politician_id, user_id, type`,
)

async function insertRatings(tx: Db, ratings: readonly Rating[]): Promise<Accepted[]> {
  if (ratings.length === 0) return []
  return insertStatement(tx, {
    politicians: ratings.map((rating) => rating.politicianId),
    users: ratings.map((rating) => rating.userId),
    types: ratings.map((rating) => rating.type),
    confirmedOnly: ratings.map((rating) => rating.confirmedOnly),
  })
}

const politicianIds = sql`${sql.placeholder('politicians')}::int[]`

const lockPoliticians = prepareStatement(
  'lock_politicians',
  sql`select id from ${politicians} where id = any(${politicianIds}) order by id for no key update`,
)
const raiseRatings = prepareStatement(
  'raise_ratings',
  sql`
    update ${politicians} set good_job_count = good_job_count + added.good, bad_job_count = bad_job_count + added.bad
    from (
      select id, count(*) filter (where type = 'good')::int as good, count(*) filter (where type = 'bad')::int as bad
      from unnest(${politicianIds}, ${sql.placeholder('types')}::text[]) as rating(id, type) group by id
    ) added
    where ${politicians.id} = added.id`,
)

/** Runs last in the transaction, because every rating updates these rows and they stay locked until the commit. */
async function countRatings(tx: Db, ratings: readonly Accepted[]): Promise<void> {
  const ids = ratings.map((rating) => rating.politician_id)
  await Promise.all([
    lockPoliticians(tx, { politicians: ids }),
    raiseRatings(tx, { politicians: ids, types: ratings.map((rating) => rating.type) }),
  ])
}
