import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { attempts } from '#db/schema/accounts.ts'
import { tooManyRequests } from '#http/errors.ts'
import type { Limit } from '#http/rate-limit.ts'

/**
 * Counts an attempt in the database, so that all servers share the count and the clock. The row lock serializes concurrent
 * attempts. Rejected attempts are not counted.
 * @throws ApiError 429 with the time until the next attempt is allowed. `message` is for daily limits.
 */
export async function countAttempt(db: Db, key: string, { max, window }: Limit, message?: string): Promise<void> {
  const length = sql`make_interval(secs => ${window / 1000})`
  const recent = sql`array(select time from unnest(${attempts.times}) as time where time > now() - ${length})`
  const counted = await db.execute<{ is_new: boolean }>(sql`
    insert into ${attempts} (key, times, expires_at) values (${key}, array[now()], now() + ${length})
    on conflict (key) do update set times = ${recent} || now(), expires_at = excluded.expires_at
    where cardinality(${recent}) < ${max}
    returning xmax = 0 as is_new`)
  const [row] = counted.rows
  if (!row) throw tooManyRequests(await secondsUntilFree(db, key, { max, window }), message)
  if (row.is_new) await deleteExpired(db)
}

/** Removes an attempt that succeeded or was not made. */
export async function refundAttempt(db: Db, key: string): Promise<void> {
  await db
    .update(attempts)
    .set({ times: sql`trim_array(${attempts.times}, 1)` })
    .where(sql`${eq(attempts.key, key)} and cardinality(${attempts.times}) > 0`)
}

async function secondsUntilFree(db: Db, key: string, { max, window }: Limit): Promise<number> {
  const { rows } = await db.execute<{ seconds: number }>(sql`
    select extract(epoch from time + make_interval(secs => ${window / 1000}) - now())::float as seconds
    from ${attempts}, unnest(${attempts.times}) as time
    where key = ${key} order by time desc offset ${max - 1} limit 1`)
  return rows[0]?.seconds ?? 1
}

/** Each new row deletes up to two expired rows, which keeps the table small without a job. */
async function deleteExpired(db: Db): Promise<void> {
  await db.execute(sql`
    delete from ${attempts} where key in (
      select key from ${attempts} where expires_at < now() order by expires_at limit 2 for update skip locked)`)
}
