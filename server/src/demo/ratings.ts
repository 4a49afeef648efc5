import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { politicianRatings, politicians } from '#db/schema/politicians.ts'
import { type DemoContext, hoursBefore } from './context.ts'
import { type Random, seededRandom } from './random.ts'

interface Rating {
  user_id: number
  type: 'good' | 'bad'
  state: string | null
  created_at: Date
}

/** Inserts ratings of the sample officials and sets the counters. */
export async function insertRatings(tx: Db, { officials, people, now }: DemoContext): Promise<void> {
  const random = seededRandom(2)
  // One statement per official, because a single one could exceed the statement timeout.
  for (const [index, { id, state }] of officials.entries()) {
    const approval = approvalRate(index, officials.length)
    // Everyone in the official's own state rates a trending official.
    const constituents = isTrending(index) && !isUnrated(index) ? people.filter((user) => user.state === state) : []
    const others = people.filter((user) => !constituents.includes(user))
    const raters = [...random.sample(others, ratingCount(index, random)), ...constituents]
    const ratings = raters.map((rater, turn): Rating => ({
      user_id: rater.id,
      type: random.next() < approval ? 'good' : 'bad',
      state: rater.state,
      created_at: hoursBefore(now, hoursAgo(index, turn, random)),
    }))
    await insertRatingsOf(tx, id, ratings)
  }
}

async function insertRatingsOf(tx: Db, politicianId: number, ratings: Rating[]): Promise<void> {
  await tx.execute(sql`
    insert into ${politicianRatings} (politician_id, user_id, voter_id, type, state, created_at)
    select ${politicianId}, u.id, u.voter_id, rating.type, rating.state, rating.created_at
    from json_to_recordset(${JSON.stringify(ratings)})
      as rating (user_id int, type text, state text, created_at timestamptz)
    join ${users} u on u.id = rating.user_id`)
  await tx.execute(sql`
    update ${politicians} set good_job_count = counted.good, bad_job_count = counted.bad
    from (
      select count(*) filter (where type = 'good') as good, count(*) filter (where type = 'bad') as bad
      from ${politicianRatings} where politician_id = ${politicianId}
    ) as counted
    where ${politicians.id} = ${politicianId}`)
}

/** One official in 7 is trending, and one in 12 has no ratings. */
const isTrending = (index: number) => index % 7 === 3
const isUnrated = (index: number) => index % 12 === 10

function ratingCount(index: number, random: Random): number {
  if (isUnrated(index)) return 0
  return isTrending(index) ? random.between(90, 180) : random.between(15, 120)
}

/** 40 to 70 percent, spread evenly, so that no party, office or region does better than another. */
const approvalRate = (index: number, count: number) => 0.4 + (0.3 * ((index * 37) % count)) / (count - 1)

/** Within the last four weeks, when all accounts already existed. Trending officials get more ratings in the last day. */
function hoursAgo(index: number, turn: number, random: Random): number {
  const recent = isTrending(index) ? 8 + (index % 9) : index % 4
  return turn < recent ? 0.1 + random.next() * 22 : 25 + random.next() * 600
}
