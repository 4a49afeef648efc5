import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { attempts } from '#db/schema/accounts.ts'
import { limitReached } from '#http/errors.ts'
import type { Limit } from './rate-limit.ts'

/**
 * Counts an attempt in the database, so that all servers share the count and the clock. The row lock serializes concurrent
 * attempts until the transaction ends. Rejected attempts are not counted.
 * @throws ApiError 429 with the time until the next attempt is allowed.
 */
export async function countAttempt(db: Db, key: string, limit: Limit): Promise<void> {
  const wait = await tryAttempt(db, key, limit)
  if (wait !== undefined) throw limitReached(wait, limit.message)
}

/** Counts an attempt, or returns the seconds until the next one is allowed. */
export async function tryAttempt(db: Db, key: string, { max, window }: Limit): Promise<number | undefined> {
  const length = sql`make_interval(secs => ${window / 1000})`
  const recent = sql`array(select time from unnest(${attempts.times}) as time where time > now() - ${length})`
  // Each new row deletes up to two expired rows, which keeps the table small without a job.
  const { rows } = await db.execute(sql`
    with counted as (
      insert into ${attempts} (key, times, expires_at) values (${key}, array[now()], now() + ${length})
      on conflict (key) do update set times = ${recent} || now(), expires_at = excluded.expires_at
      where cardinality(${recent}) < ${max}
      returning xmax = 0 as is_new
    ), deleted as (
      delete from ${attempts} where exists (select from counted where is_new) and key in (
        select key from ${attempts} where expires_at < now() order by expires_at limit 2 for update skip locked)
    )
    select from counted`)
  return rows.length > 0 ? undefined : secondsUntilFree(db, key, { max, window })
}

/** Removes the newest attempt, which succeeded or was not made. */
export async function refundAttempt(db: Db, key: string): Promise<void> {
  await db
    .update(attempts)
    .set({ times: sql`trim_array(${attempts.times}, 1)` })
    .where(sql`${eq(attempts.key, key)} and cardinality(${attempts.times}) > 0`)
}

/** Removes the attempt that was counted by the transaction of this time (a timestamp in PostgreSQL's form). */
export async function refundAttemptOf(db: Db, key: string, time: string): Promise<void> {
  await db
    .update(attempts)
    .set({ times: sql`array_remove(${attempts.times}, ${time}::timestamptz)` })
    .where(eq(attempts.key, key))
}

async function secondsUntilFree(db: Db, key: string, { max, window }: Pick<Limit, 'max' | 'window'>): Promise<number> {
  const { rows } = await db.execute<{ seconds: number }>(sql`
    select extract(epoch from time + make_interval(secs => ${window / 1000}) - now())::float as seconds
    from ${attempts}, unnest(${attempts.times}) as time
    where key = ${key} order by time desc offset ${max - 1} limit 1`)
  return rows[0]?.seconds ?? 1
}
