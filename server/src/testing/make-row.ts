let made = 0

/** Makes names that no other row of this process has. */
export const nextNumber = () => ++made

export function requireRow<Row>(row: Row | undefined, what = 'the row just made'): Row {
  if (row === undefined) throw new Error(`make: ${what} is not there`)
  return row
}
