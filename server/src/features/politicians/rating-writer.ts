import type { PoliticianProfile, RatingType } from '@wtpu/contract/politicians'
import { and, eq, sql } from 'drizzle-orm'
import { BatchWriter } from '#db/batch-writer.ts'
import type { Db } from '#db/client.ts'
import { lockActiveSql } from '#db/people.ts'
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
  /** Reads the official with the new counts, once for all ratings of a batch. */
  readPolitician: () => Promise<PoliticianProfile | undefined>
}

const writers = new WeakMap<Db, BatchWriter<Rating, Outcome>>()

/** Stores a rating together with those that arrive at the same time. Resolves once it is on disk, or was not accepted. */
export function writeRating(db: Db, rating: Rating): Promise<Outcome> {
  const writer =
    writers.get(db) ??
    new BatchWriter(db, { write: (tx, ratings, alone) => insertRatings(db, tx, ratings, alone), isStored: areStored })
  writers.set(db, writer)
  return writer.add(rating)
}

type Counted = Pick<Rating, 'politicianId' | 'userId' | 'type'>

async function insertRatings(
  db: Db,
  tx: Db,
  ratings: readonly Rating[],
  alone: boolean,
): Promise<(Outcome | undefined)[]> {
  const { locked, counted } = await insertAccepted(tx, ratings, alone)
  if (counted.length > 0) await raiseCounters(tx, counted)
  // Of two equal ratings by one person, only the first gets the accepted row.
  const accepted = new Set(counted.map(keyOf))
  const profiles = new Map<number, Promise<PoliticianProfile | undefined>>()
  const readPolitician = (id: number) => {
    const profile = profiles.get(id) ?? findPolitician(db, id)
    profiles.set(id, profile)
    return profile
  }
  return ratings.map((rating) => {
    if (!locked.has(rating.userId) && !alone) return undefined
    return {
      accepted: accepted.delete(keyOf(rating)),
      readPolitician: () => readPolitician(rating.politicianId),
    }
  })
}

/** All ratings of a transaction are stored, or none. */
async function areStored(db: Db, ratings: readonly Rating[], outcomes: readonly (Outcome | undefined)[]) {
  const accepted = ratings.find((_, index) => outcomes[index]?.accepted)
  if (!accepted) return true
  const { politicianId, userId, type } = accepted
  const own = and(
    eq(politicianRatings.politicianId, politicianId),
    eq(politicianRatings.userId, userId),
    eq(politicianRatings.type, type),
  )
  return (await db.select({ id: politicianRatings.userId }).from(politicianRatings).where(own)).length > 0
}

function keyOf({ politicianId, userId, type }: Counted): string {
  return `${politicianId} ${userId} ${type}`
}

/**
 * Users are locked first and by id, like in every command. The foreign key would lock these rows anyway. The insert itself
 * checks that each official is in office and the person may rate. The keys (politician_id, user_id) and (politician_id,
 * voter_id) decide races between two clicks or two accounts of a person. Returns a row for each user that was locked, and
 * for each of their accepted ratings.
 */
const insertSql = (lock: { wait: boolean }) => sql`
  with rating as materialized (
    select * from unnest(${sql.placeholder('politicianId')}::int[], ${sql.placeholder('userId')}::int[],
        ${sql.placeholder('type')}::text[], ${sql.placeholder('confirmedOnly')}::boolean[])
      with ordinality as rating(politician_id, user_id, type, confirmed_only, position)
  ), rater as materialized (${lockActiveSql(lock)}
  ), accepted as (
    insert into ${politicianRatings} (politician_id, user_id, voter_id, type, state)
    select ${politicians.id}, rater.id, rater.voter_id, rating.type, rater.state
    from rating
    join rater on rater.id = rating.user_id and (not rating.confirmed_only or rater.email_verified_at is not null)
    join ${politicians} on ${politicians.id} = rating.politician_id and ${politicians.retiredAt} is null
    order by ${politicians.id}, rater.voter_id, rating.position
    on conflict do nothing
    returning politician_id, user_id, type
  )
  select rater.id, accepted.politician_id, accepted.type from rater left join accepted on accepted.user_id = rater.id`

type Accepted = { id: number; politician_id: number | null; type: RatingType | null }
const insertTogether = prepareStatement<Accepted>('ratings', insertSql({ wait: false }))
const insertAlone = prepareStatement<Accepted>('rating', insertSql({ wait: true }))

async function insertAccepted(tx: Db, ratings: readonly Rating[], alone: boolean) {
  const column = (name: keyof Rating) => ratings.map((rating) => rating[name])
  const rows = await (alone ? insertAlone : insertTogether)(tx, {
    politicianId: column('politicianId'),
    userId: column('userId'),
    type: column('type'),
    confirmedOnly: column('confirmedOnly'),
    userIds: column('userId'),
  })
  const counted: Counted[] = []
  for (const { id, politician_id, type } of rows) {
    if (politician_id !== null && type !== null) counted.push({ politicianId: politician_id, userId: id, type })
  }
  return { locked: new Set(rows.map((row) => row.id)), counted }
}

const lockPoliticians = prepareStatement(
  'lock_politicians',
  sql`select id from ${politicians} where id = any(${sql.placeholder('ids')}::int[]) order by id for no key update`,
)
const raise = prepareStatement(
  'raise_ratings',
  sql`
    update ${politicians} set good_job_count = good_job_count + added.good, bad_job_count = bad_job_count + added.bad
    from (
      select id, count(*) filter (where type = 'good')::int as good, count(*) filter (where type = 'bad')::int as bad
      from unnest(${sql.placeholder('ids')}::int[], ${sql.placeholder('types')}::text[]) as rating(id, type) group by id
    ) added
    where ${politicians.id} = added.id`,
)

/** Runs last in the transaction, because every rating updates these rows and they stay locked until the commit. */
async function raiseCounters(tx: Db, ratings: readonly Counted[]): Promise<void> {
  const ids = ratings.map((rating) => rating.politicianId)
  await lockPoliticians(tx, { ids })
  await raise(tx, { ids, types: ratings.map((rating) => rating.type) })
}
