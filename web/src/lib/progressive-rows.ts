import { startTransition, useEffect, useState } from 'react'

/**
 * Returns the first rows of a list that has just been loaded, and all rows once those are on the screen: rendering a whole
 * page of cards at once blocks a phone for hundreds of milliseconds. A list from the cache is returned whole, because Back
 * needs the page's full height to restore the scroll position.
 */
export function useProgressiveRows<T>(rows: readonly T[], firstRows: number): readonly T[] {
  const hasRows = rows.length > 0
  const [isComplete, setIsComplete] = useState(hasRows)
  useEffect(() => {
    if (hasRows) startTransition(() => setIsComplete(true))
  }, [hasRows])
  return isComplete ? rows : rows.slice(0, firstRows)
}
