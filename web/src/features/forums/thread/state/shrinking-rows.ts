import { startTransition, useEffect, useEffectEvent, useState } from 'react'

/** Rows that are removed at once. */
const rowsPerStep = 2

/**
 * Returns fewer and fewer of the rows while they are `leaving`, then calls `onLeft`: removing hundreds of comments at once
 * blocks a phone for a second.
 */
export function useShrinkingRows<T>(rows: readonly T[], leaving: boolean, onLeft: () => void): readonly T[] {
  // Undefined while all rows stay.
  const [limit, setLimit] = useState<number>()
  if (!leaving && limit !== undefined) setLimit(undefined)
  const left = useEffectEvent(onLeft)
  const count = leaving ? Math.min(limit ?? rows.length, rows.length) : undefined
  useEffect(() => {
    if (count === undefined) return
    if (count > rowsPerStep) startTransition(() => setLimit(count - rowsPerStep))
    else left()
  }, [count])
  return count === undefined ? rows : rows.slice(0, count)
}
