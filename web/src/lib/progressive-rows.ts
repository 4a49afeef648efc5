import { startTransition, useEffect, useState } from 'react'

/**
 * Returns the rows of a list a few at a time: rendering a whole page of cards at once blocks a phone for hundreds of
 * milliseconds. A list from the cache is returned whole, because Back needs the page's full height to restore the scroll
 * position.
 */
export function useProgressiveRows<T>(rows: readonly T[], rowsPerStep: number): readonly T[] {
  const [limit, setLimit] = useState(rows.length > 0 ? Infinity : rowsPerStep)
  const isComplete = rows.length <= limit
  useEffect(() => {
    if (!isComplete) startTransition(() => setLimit(limit + rowsPerStep))
  }, [isComplete, limit, rowsPerStep])
  return isComplete ? rows : rows.slice(0, limit)
}
