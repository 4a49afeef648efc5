import type { RatingType } from '@wtpu/contract/politicians'
import { sql } from 'drizzle-orm'
import { type Choice, choiceWriter } from '#community/choice-writer.ts'
import type { Db } from '#db/client.ts'
import { ratingsClosedAt } from '#db/parts.ts'
import { users } from '#db/schema/accounts.ts'
import { politicianRatings, politicians } from '#db/schema/politicians.ts'
import { prepareStatement } from '#db/statement.ts'
import type { Writer } from '#http/auth.ts'
import { findPoliticiansById, ratingUndoUntil } from './queries.ts'

export interface Rating extends Choice, Writer {
  politicianId: number
  type: RatingType
}

export const storeRating = choiceWriter({
  name: 'ratings',
  of: 'politicians',
  subjectOf: ({ politicianId }: Rating) => politicianId,
  insert: insertRatings,
  count: countRatings,
  findStored,
  findSubjects: findPoliticiansById,
})

type StoredRating = { politician_id: number; user_id: number; type: RatingType; undo_until: string | null }

/**
 * Checks that each politician is in office, ratings are open and the user may rate, in the statement that inserts, so that nothing can change in
 * between. The keys (politician_id, user_id) and (politician_id, voter_id) decide races between two clicks or two accounts of
 * a person. All servers insert in the same order, so that they cannot deadlock.
 */
const insertStatement = prepareStatement<StoredRating>(
  'insert_ratings',
  sql`
    insert into ${politicianRatings} (politician_id, user_id, voter_id, type, state)
    select ${politicians.id}, ${users.id}, ${users.voterId}, rating.type, ${users.state}
    from unnest(${sql.placeholder('politicians')}::int[], ${sql.placeholder('users')}::int[],
      ${sql.placeholder('types')}::text[], ${sql.placeholder('confirmedOnly')}::boolean[])
      as rating(politician_id, user_id, type, confirmed_only)
    join ${users} on ${users.id} = rating.user_id and (not rating.confirmed_only or ${users.emailVerifiedAt} is not null)
    join ${politicians} on ${politicians.id} = rating.politician_id and ${politicians.retiredAt} is null
    where ${ratingsClosedAt()} is null
    order by ${politicians.id}, ${users.voterId}
    on conflict do nothing
    returning politician_id, user_id, type, ${ratingUndoUntil} as undo_until`,
)

async function insertRatings(tx: Db, ratings: readonly Rating[]): Promise<StoredRating[]> {
  return insertStatement(tx, {
    politicians: ratings.map((rating) => rating.politicianId),
    users: ratings.map((rating) => rating.userId),
    types: ratings.map((rating) => rating.type),
    confirmedOnly: ratings.map((rating) => rating.confirmedOnly),
  })
}

async function findStored(tx: Db, ratings: readonly Rating[]): Promise<StoredRating[]> {
  const column = (name: 'politicianId' | 'userId' | 'type') => sql.param(ratings.map((rating) => rating[name]))
  const { rows } = await tx.execute<StoredRating>(sql`
    select politician_id, user_id, type, ${ratingUndoUntil} as undo_until
    from unnest(${column('politicianId')}::int[], ${column('userId')}::int[], ${column('type')}::text[])
      as rating(politician_id, user_id, type)
    join ${politicianRatings} using (politician_id, user_id, type)`)
  return rows
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

async function countRatings(tx: Db, ratings: readonly StoredRating[]): Promise<void> {
  const ids = ratings.map((rating) => rating.politician_id)
  await Promise.all([
    lockPoliticians(tx, { politicians: ids }),
    raiseRatings(tx, { politicians: ids, types: ratings.map((rating) => rating.type) }),
  ])
}
