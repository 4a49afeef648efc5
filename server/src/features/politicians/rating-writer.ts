import type { PoliticianProfile, RatingType } from '@wtpu/contract/politicians'
import { sql } from 'drizzle-orm'
import { BatchWriter } from '#db/batch-writer.ts'
import type { Db } from '#db/client.ts'
import { lockActive } from '#db/people.ts'
import { users } from '#db/schema/accounts.ts'
import { politicianRatings, politicians } from '#db/schema/politicians.ts'
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
    writers.get(db) ?? new BatchWriter(db, { write: (tx, ratings, alone) => insertRatings(db, tx, ratings, alone) })
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
  // Users are locked first and by id, like in every command. The foreign key would lock these rows anyway.
  const raterIds = ratings.map((rating) => rating.userId)
  const locked = await lockActive(tx, raterIds, { wait: alone })
  const counted = await insertAccepted(
    tx,
    ratings.filter((rating) => locked.has(rating.userId)),
  )
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

function keyOf({ politicianId, userId, type }: Counted): string {
  return `${politicianId} ${userId} ${type}`
}

/**
 * The insert statement itself checks that each official is in office and the person may rate. The keys
 * (politician_id, user_id) and (politician_id, voter_id) decide races between two clicks or two accounts of a person.
 */
async function insertAccepted(tx: Db, ratings: readonly Rating[]): Promise<Counted[]> {
  if (ratings.length === 0) return []
  const column = (name: keyof Rating) => sql.param(ratings.map((rating) => rating[name]))
  const { rows } = await tx.execute<{ politician_id: number; user_id: number; type: RatingType }>(sql`
    with rating as (
      select * from unnest(${column('politicianId')}::int[], ${column('userId')}::int[], ${column('type')}::text[],
        ${column('confirmedOnly')}::boolean[]) with ordinality as rating(politician_id, user_id, type, confirmed_only, position)
    )
    insert into ${politicianRatings} (politician_id, user_id, voter_id, type, state)
    select ${politicians.id}, ${users.id}, ${users.voterId}, rating.type, ${users.state}
    from rating
    join ${users} on ${users.id} = rating.user_id and (not rating.confirmed_only or ${users.emailVerifiedAt} is not null)
    join ${politicians} on ${politicians.id} = rating.politician_id and ${politicians.retiredAt} is null
    order by ${politicians.id}, ${users.voterId}, rating.position
    on conflict do nothing
    returning politician_id, user_id, type`)
  return rows.map((row) => ({ politicianId: row.politician_id, userId: row.user_id, type: row.type }))
}

/** Runs last in the transaction, because every rating updates these rows and they stay locked until the commit. */
async function raiseCounters(tx: Db, ratings: readonly Counted[]): Promise<void> {
  const ids = sql.param(ratings.map((rating) => rating.politicianId))
  const types = sql.param(ratings.map((rating) => rating.type))
  await tx.execute(sql`select id from ${politicians} where id = any(${ids}::int[]) order by id for no key update`)
  await tx.execute(sql`
    update ${politicians} set good_job_count = good_job_count + added.good, bad_job_count = bad_job_count + added.bad
    from (
      select id, count(*) filter (where type = 'good')::int as good, count(*) filter (where type = 'bad')::int as bad
      from unnest(${ids}::int[], ${types}::text[]) as rating(id, type) group by id
    ) added
    where ${politicians.id} = added.id`)
}
