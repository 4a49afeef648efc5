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
