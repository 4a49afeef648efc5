import { ApiError } from './errors.ts'

type Key = string | number | boolean

/** The place in a list after which the next page starts: the sort keys of the last row, opaque to clients. */
export function writeCursor(keys: Key[]): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url')
}

interface Kinds {
  /** As PostgreSQL and `toISOString` write it. */
  instant: string
  text: string
  /** Not negative, and no more than an `integer` holds. */
  integer: number
  boolean: boolean
}

const fits: { [Kind in keyof Kinds]: (key: unknown) => boolean } = {
  instant: (key) => typeof key === 'string' && /^\d{4}-\d\d-\d\d[T ][\d:.]+(Z|[+-][\d:]+)$/.test(key) && isInstant(key),
  text: (key) => typeof key === 'string' && !key.includes('\0') && key.isWellFormed(),
  integer: (key) => Number.isInteger(key) && Number(key) >= 0 && Number(key) <= 2_147_483_647,
  boolean: (key) => typeof key === 'boolean',
}

/** PostgreSQL writes offsets without minutes, which `Date.parse` does not read. */
function isInstant(text: string): boolean {
  return !Number.isNaN(Date.parse(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')))
}

/** Reads a cursor written for keys of these kinds. @throws ApiError 400 for anything else. */
export function readCursor<const Kind extends readonly (keyof Kinds)[]>(
  cursor: string | undefined,
  kinds: Kind,
): { -readonly [Place in keyof Kind]: Kinds[Kind[Place]] } | undefined {
  if (!cursor) return undefined
  try {
    const keys: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    if (Array.isArray(keys) && keys.length === kinds.length && kinds.every((kind, place) => fits[kind](keys[place]))) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each key was just found to be of its kind
      return keys as { -readonly [Place in keyof Kind]: Kinds[Kind[Place]] }
    }
  } catch {
    // Not base64url or not JSON: refused below like a cursor of another list.
  }
  throw new ApiError(400, 'invalid_cursor', 'cursor is not valid', { fields: { cursor: ['is not valid'] } })
}

/** Cuts the row that was fetched beyond the page, which only tells that there is more. */
export function cutPage<Row>(rows: Row[], limit: number, cursorOf: (row: Row) => string) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, next: rows.length > limit && last !== undefined ? cursorOf(last) : null }
}
