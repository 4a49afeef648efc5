import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/accounts.ts'
import { politicianRatings } from '#db/schema/politicians.ts'
import { type DemoContext, hoursBefore } from './context.ts'
import { type Random, seededRandom } from './random.ts'

interface Rating {
  politician_id: number
  user_id: number
  type: 'good' | 'bad'
  state: string | null
  created_at: Date
}

/** More in one statement could exceed its timeout. */
const ratingsOfStatement = 2_000

/** Inserts ratings of the sample officials. */
export async function insertRatings(tx: Db, { officials, people, now }: DemoContext): Promise<void> {
  const random = seededRandom(2)
  const ratings = officials.flatMap(({ id, state }, index) => {
    const approval = approvalRate(index, officials.length)
    // Many in the official's own state, and everyone there if the official is trending.
    const rates = () => !isUnrated(index) && (isTrending(index) || random.next() < 0.4)
    const constituents = people.filter((user) => user.state === state && rates())
    const others = people.filter((user) => !constituents.includes(user))
    const raters = [...random.sample(others, ratingCount(index, random)), ...constituents]
    return raters.map((rater, turn): Rating => ({
      politician_id: id,
      user_id: rater.id,
      type: random.next() < approval ? 'good' : 'bad',
      state: rater.state,
      created_at: hoursBefore(now, hoursAgo(index, turn, random)),
    }))
  })
  for (let from = 0; from < ratings.length; from += ratingsOfStatement) {
    const some = JSON.stringify(ratings.slice(from, from + ratingsOfStatement))
    await tx.execute(sql`
      insert into ${politicianRatings} (politician_id, user_id, voter_id, type, state, created_at)
      select rating.politician_id, u.id, u.voter_id, rating.type, rating.state, rating.created_at
      from json_to_recordset(${some})
        as rating (politician_id int, user_id int, type text, state text, created_at timestamptz)
      join ${users} u on u.id = rating.user_id`)
  }
}

/** One official in 25 is trending, and one in 12 has no ratings. */
const isTrending = (index: number) => index % 25 === 3
const isUnrated = (index: number) => index % 12 === 10

function ratingCount(index: number, random: Random): number {
  if (isUnrated(index)) return 0
  if (isTrending(index)) return random.between(90, 260)
  // Many have few, and few have many.
  return 12 + Math.floor(130 * random.next() ** 3)
}

/** 40 to 70 percent, spread evenly, so that no party, office or region does better than another. */
const approvalRate = (index: number, count: number) => 0.4 + (0.3 * ((index * 37) % count)) / (count - 1)

/** Within the last four weeks, when all accounts already existed. Trending officials get more ratings in the last day. */
function hoursAgo(index: number, turn: number, random: Random): number {
  const recent = isTrending(index) ? 8 + (index % 9) : index % 4
  return turn < recent ? 0.1 + random.next() * 22 : 25 + random.next() * 600
}
