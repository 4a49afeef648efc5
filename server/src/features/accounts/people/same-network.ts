import { displayName } from '@wtpu/contract/accounts/names'
import { maxSameNetwork, networkDays, type SameNetworkAccount } from '@wtpu/contract/accounts/same-network'
import { sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { isoTime } from '#db/iso-time.ts'
import { users } from '#db/schema/accounts.ts'
import { isBlocked, isDeleted, isSuspended } from '#db/visibility.ts'

const isWithinAnHour = (person: string, other: string) =>
  sql.raw(`${other}.registered_from = ${person}.registered_from and ${other}.created_at
    between ${person}.created_at - interval '1 hour' and ${person}.created_at + interval '1 hour'`)

/** For a row of `users`: the number of other accounts from the same network. */
export const countSameNetwork = sql`(select count(*)::int from (
  select 1 from ${users} other where ${isWithinAnHour('users', 'other')} and other.id <> users.id and not ${isDeleted('other')}
  limit ${sql.raw(String(maxSameNetwork))}) counted)`

/** The person and who registered within an hour before or after from the same network, oldest first. */
export async function findSameNetwork(db: Db, id: number): Promise<SameNetworkAccount[]> {
  const { rows } = await db.execute<Omit<SameNetworkAccount, 'name'> & { first_name: string; last_name: string }>(sql`
    select users.id, users.first_name, users.last_name, users.username, users.role,
      ${isoTime('users.created_at')} as joined_at, ${isBlocked()} as is_blocked,
      case when ${isSuspended()} then ${isoTime('users.suspended_until')} end as suspended_until
    from ${users} person join ${users} on ${isWithinAnHour('person', 'users')}
    where person.id = ${id} and not ${isDeleted('person')} and not ${isDeleted()}
    order by users.created_at, users.id limit ${maxSameNetwork}`)
  return rows.map(({ first_name, last_name, ...person }) => ({
    ...person,
    name: displayName({ first_name, last_name, username: person.username }),
  }))
}

const maxForgotten = 1_000

/** @returns whether there may be more rows. */
export async function forgetRegistrations(db: Db): Promise<boolean> {
  const { rowCount } = await db.execute(sql`update ${users} set registered_from = null where id in (
    select id from ${users} where registered_from is not null and created_at < now() - make_interval(days => ${networkDays})
    limit ${maxForgotten} for no key update skip locked)`)
  return rowCount === maxForgotten
}
