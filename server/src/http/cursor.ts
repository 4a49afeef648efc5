import { ApiError } from './errors.ts'

type Key = string | number | boolean

/** Encodes a page cursor: the sort keys of the last row of a page. Opaque to clients. */
export function encodeCursor(keys: Key[]): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url')
}

interface Kinds {
  /** In the format of PostgreSQL or of `toISOString`. */
  instant: string
  text: string
  /** From 0 to the maximum of a PostgreSQL `integer`. */
  integer: number
  /** From 0 to the maximum that JavaScript counts exactly. */
  bigint: number
  /** Any PostgreSQL `integer`. */
  signed: number
  boolean: boolean
}

const isOfKind: { [Kind in keyof Kinds]: (key: unknown) => boolean } = {
  instant: (key) => typeof key === 'string' && isInstant(key),
  text: (key) => typeof key === 'string' && !key.includes('\0') && key.isWellFormed(),
  integer: (key) => Number.isInteger(key) && Number(key) >= 0 && Number(key) <= 2_147_483_647,
  bigint: (key) => Number.isSafeInteger(key) && Number(key) >= 0,
  signed: (key) => Number.isInteger(key) && Math.abs(Number(key)) <= 2_147_483_647,
  boolean: (key) => typeof key === 'boolean',
}

const instantPattern = /^(?<day>(?!0000)\d{4}-\d\d-\d\d)[T ]\d\d:\d\d(:[\d.]+)?(Z|[+-](0\d|1[0-4])(:[0-5]\d)?)$/

/** Whether PostgreSQL reads this text as an instant. `Date.parse` turns February 30 into a day in March. */
function isInstant(text: string): boolean {
  const day = instantPattern.exec(text)?.groups?.['day']
  if (day === undefined || !Number.isFinite(Date.parse(day))) return false
  // PostgreSQL writes offsets without minutes, which `Date.parse` does not read.
  const iso = text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')
  return new Date(day).toISOString().startsWith(day) && !Number.isNaN(Date.parse(iso))
}

/** Decodes a cursor that holds keys of these kinds. @throws ApiError 400 if it does not. */
export function decodeCursor<const Kind extends readonly (keyof Kinds)[]>(
  cursor: string | undefined,
  kinds: Kind,
): { -readonly [Index in keyof Kind]: Kinds[Kind[Index]] } | undefined {
  if (!cursor) return undefined
  try {
    const keys: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (
      Array.isArray(keys) &&
      keys.length === kinds.length &&
      kinds.every((kind, index) => isOfKind[kind](keys[index]))
    ) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each key was just checked against its kind
      return keys as { -readonly [Index in keyof Kind]: Kinds[Kind[Index]] }
    }
  } catch {
    // Not base64url or not JSON: rejected below, like a cursor of another list.
  }
  throw new ApiError('invalid_cursor')
}

/** Returns the first `limit` rows, and a cursor if more rows were fetched: callers select `limit + 1` rows. */
export function slicePage<Row>(rows: Row[], limit: number, cursorOf: (row: Row) => string) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, next: rows.length > limit && last !== undefined ? cursorOf(last) : null }
}

/** Where a page of a ranked list begins. Ranks change, so that the cursor of such a list is an offset. @throws ApiError 400 */
export function decodeOffset(cursor: string | undefined): number {
  return decodeCursor(cursor, ['integer'])?.[0] ?? 0
}

/** The cursor of the page that begins at `offset`, or null if the ranked list has no more than `length` rows. */
export function encodeOffset(offset: number, length: number): string | null {
  return length > offset ? encodeCursor([offset]) : null
}
