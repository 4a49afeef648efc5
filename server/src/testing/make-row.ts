let made = 0

/** A number that is unique in this process, for unique names. */
export const nextNumber = () => ++made

/** Returns the row, or throws if there is none. */
export function requireRow<Row>(row: Row | undefined, what = 'the inserted row'): Row {
  if (row === undefined) throw new Error(`make: ${what} does not exist`)
  return row
}
