import { useEffect, useState } from 'react'

interface Row {
  id: number
}

/** What to do with a new row that a refetch inserts above rows that are already shown. */
export type NewRowMode = 'wait' | 'append'

/**
 * Merges a refetched list so that rows do not move while they are read. Rows that were already shown keep
 * their order. New rows below the last one are appended. New rows above it are held back in `waiting`, or appended too.
 * `removed` are rows to keep although the list does not contain them any more.
 */
export function mergeStable<T extends Row>(
  shownIds: readonly number[],
  fresh: readonly T[],
  mode: NewRowMode,
  removed: readonly T[] = [],
) {
  const byId = new Map([...removed, ...fresh].map((row) => [row.id, row]))
  // Pages overlap when rows were added while they were loaded. The first place counts.
  const unique = [...new Map(fresh.map((row) => [row.id, row])).values()]
  const known = new Set(shownIds)
  const last = mode === 'wait' ? unique.findLastIndex((row) => known.has(row.id)) : -1
  const kept = shownIds.flatMap((id) => byId.get(id) ?? [])
  const added = unique.filter((row, index) => index > last && !known.has(row.id))
  return { items: [...kept, ...added], waiting: unique.slice(0, last + 1).filter((row) => !known.has(row.id)) }
}

const serverOrder = 'wtpu-server-order'

/** Shows all lists as the server last sent them, also those with `keepRemoved`: the viewer does not want to see some rows. */
export const showServerOrder = () => window.dispatchEvent(new Event(serverOrder))

/**
 * Applies `mergeStable` to each refetch. `showWaiting` shows all rows, in server order. With `keepRemoved`, rows that the
 * server no longer returns stay until then, so that the rows below them do not move either.
 */
export function useStableList<T extends Row>(
  fresh: readonly T[],
  mode: NewRowMode,
  { keepRemoved = false }: { keepRemoved?: boolean } = {},
) {
  const [shown, setShown] = useState<readonly T[]>([])
  const shownIds = shown.map((row) => row.id)
  const { items, waiting } = mergeStable(shownIds, fresh, mode, keepRemoved ? shown : [])
  // Set during render: an effect would paint one frame with the outdated list.
  if (items.length !== shown.length || items.some((row, index) => row.id !== shownIds[index])) setShown(items)
  useEffect(() => {
    const reset = () => setShown([])
    window.addEventListener(serverOrder, reset)
    return () => window.removeEventListener(serverOrder, reset)
  }, [])
  return { items, waiting, showWaiting: () => setShown([]) }
}
