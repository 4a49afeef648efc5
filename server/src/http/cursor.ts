import { ApiError } from './errors.ts'

type Key = string | number | boolean

/** The place in a list after which the next page starts: the sort keys of the last row, opaque to clients. */
export function writeCursor(keys: Key[]): string {
  return Buffer.from(JSON.stringify(keys)).toString('base64url')
}

/** Reads a cursor written for keys of the same kinds, given by example. @throws ApiError 400 for anything else. */
export function readCursor<Keys extends [Key, ...Key[]]>(cursor: string | undefined, example: Keys): Keys | undefined {
  if (!cursor) return undefined
  try {
    const keys: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const fits =
      Array.isArray(keys) &&
      keys.length === example.length &&
      keys.every((key, index) => typeof key === typeof example[index])
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each key was just compared with the example's
    if (fits) return keys as Keys
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
