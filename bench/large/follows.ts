import { sql, type SQL } from 'drizzle-orm'
import type { Db } from '#server/db/client.ts'
import { users } from '#server/db/schema/accounts.ts'
import { follows } from '#server/db/schema/boiler-room.ts'
import { randomOf, skewedOf } from './random-sql.ts'
import type { Scale } from './scale.ts'

/**
 * Person 0 has the most followers, person 1 follows the most people and person 2 follows three. The others follow at
 * random, popular people more often.
 */
export async function insertFollows(db: Db, scale: Scale, now: Date): Promise<void> {
  const { people, mostFollowers, mostFollowed } = scale
  const others = scale.follows - mostFollowers - mostFollowed - 3
  await insertPairs(db, now, sql`select k + 2, 0 from generate_series(1, ${mostFollowers}::int) k`)
  const step = Math.floor((people - 3) / mostFollowed)
  await insertPairs(db, now, sql`select 1, k * ${step}::int + 2 from generate_series(1, ${mostFollowed}::int) k`)
  await insertPairs(db, now, sql`select 2, n from unnest(array[0, 40, ${people - 1}::int]) n`)
  await insertPairs(
    db,
    now,
    sql`select (k * 7919::bigint) % ${people - 3}::int + 3, ${skewedOf(sql`k`, 1, people)}
      from generate_series(1, ${others}::int) k`,
  )
  await db.execute(sql`
    update ${users} set following_count = counted.going, followers_count = counted.coming
    from (select id, count(*) filter (where going) as going, count(*) filter (where not going) as coming
      from (select follower_id as id, true as going from ${follows} union all select followed_id, false from ${follows}) ends
      group by id) counted
    where ${users.id} = counted.id`)
}

/** `pairs` selects the numbers of followers and of the people they follow. */
async function insertPairs(db: Db, now: Date, pairs: SQL): Promise<void> {
  await db.execute(sql`
    insert into ${follows} (follower_id, followed_id, created_at)
    select a.id, b.id,
      ${now.toISOString()}::timestamptz - interval '390 days' * ${randomOf(sql`a.n * 131071 + b.n`, 2)}
    from (${pairs}) as pair (follower, followed)
    join seed_people a on a.n = pair.follower
    join seed_people b on b.n = pair.followed
    where a.id <> b.id on conflict do nothing`)
}
