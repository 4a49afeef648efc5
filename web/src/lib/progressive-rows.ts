import { startTransition, useEffect, useState } from 'react'

let pageShowedRows = false

interface ProgressiveRows<T> {
  rows: readonly T[]
  isComplete: boolean
  /** The class of the element around the rows. It keeps what follows off the screen until all rows are there. */
  listClass: string | undefined
}

/**
 * Returns the rows of a list a few at a time: rendering a whole page of cards at once blocks a phone for hundreds of
 * milliseconds. A list from the cache is returned whole, because Back needs the page's full height to restore the scroll
 * position.
 */
export function useProgressiveRows<T>(
  rows: readonly T[],
  rowsPerStep: number,
  // The first step is smaller, because it is often rendered together with the rest of the page.
  { firstRows = Math.ceil(rowsPerStep / 2) }: { firstRows?: number } = {},
): ProgressiveRows<T> {
  const [limit, setLimit] = useState(() => (rows.length > 0 && !isNewlyOpened() ? Infinity : firstRows))
  const isComplete = rows.length <= limit
  useEffect(() => {
    pageShowedRows = true
  }, [])
  useEffect(() => {
    if (!isComplete) startTransition(() => setLimit(limit + rowsPerStep))
  }, [isComplete, limit, rowsPerStep])
  return isComplete
    ? { rows, isComplete, listClass: undefined }
    : { rows: rows.slice(0, limit), isComplete, listClass: 'min-h-dvh' }
}

/**
 * Whether a link has just opened the page, and the server has not sent the rows. Its list may be cached all the same, but there is
 * no position to restore.
 */
function isNewlyOpened(): boolean {
  if (pageShowedRows) return false
  const [entry] = performance.getEntriesByType('navigation')
  return entry !== undefined && 'type' in entry && entry.type === 'navigate' && !document.getElementById('responses')
}
