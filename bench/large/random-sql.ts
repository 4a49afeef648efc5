import { sql, type SQL } from 'drizzle-orm'

/** A reproducible pseudo-random number from 0 to 1, exclusive, for an integer expression. Each `salt` is another sequence. */
export function randomOf(integer: SQL, salt: number): SQL {
  return sql`((hashint8extended(${integer}, ${sql.raw(String(salt))}) & 1073741823) / 1073741824.0::float8)`
}

/** From 0 to `count - 1`. Low numbers are much more likely than high ones, but none dominates. */
export function skewedOf(integer: SQL, salt: number, count: number): SQL {
  return sql`floor(${sql.raw(String(count))} * power(${randomOf(integer, salt)}, 2))::int`
}

/** From 0 to `count - 1`, by Zipf's law: number n is about n times as rare as the first. */
export function zipfOf(integer: SQL, salt: number, count: number): SQL {
  return sql`(floor(power(${sql.raw(`${count + 1}::float8`)}, ${randomOf(integer, salt)}))::int - 1)`
}

/** The place of number n, from 1 to `count`, in a long tail, from 0. The places of neighbors are far from each other. */
export function longTailRank(n: SQL, count: number): SQL {
  return sql`((${n} * 7919::bigint + 4711) % ${count}::int)`
}

/** The share of number n in `total`: many for a few numbers, few for most. */
export function longTailOf(n: SQL, { total, count, max }: { total: number; count: number; max: number }): SQL {
  const exponent = -0.8
  let weights = 0
  for (let rank = 0; rank < count; rank++) weights += (rank + 20) ** exponent
  const share = sql`${total / weights}::float8 * power(${longTailRank(n, count)} + 20, ${exponent}::float8)`
  return sql`least(floor(${share} + ${randomOf(n, 6)}), ${max}::int)::int`
}
