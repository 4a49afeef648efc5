import { useState } from 'react'

interface Row {
  id: number
}

/**
 * Merges a refetched list into the rows that are shown, which keep their order (decision 20). New rows that `accepts` refuses
 * wait. The others are inserted behind the row that precedes them in the list.
 */
export function mergeHeld<T extends Row>(
  shownIds: readonly number[],
  fresh: readonly T[],
  accepts: (row: T) => boolean,
): { rows: readonly T[]; waiting: readonly T[] } {
  const byId = new Map(fresh.map((row) => [row.id, row]))
  const known = new Set(shownIds)
  const waiting: T[] = []
  const inserted = new Map<number, T[]>()
  let previous = 0
  for (const row of fresh) {
    if (known.has(row.id)) previous = row.id
    else if (accepts(row)) inserted.set(previous, [...(inserted.get(previous) ?? []), row])
    else waiting.push(row)
  }
  const kept = shownIds.flatMap((id) => byId.get(id) ?? []).flatMap((row) => [row, ...(inserted.get(row.id) ?? [])])
  return { rows: [...(inserted.get(0) ?? []), ...kept], waiting }
}

/**
 * The rows to show of a list that is refetched. Rows of the first load, of a page that the user loaded (`loads` counts them)
 * and the viewer's own rows appear at once; other new rows wait until `showWaiting`.
 */
export function useHeldRows<T extends Row>(
  fresh: readonly T[],
  { loads, isOwn }: { loads: number; isOwn: (row: T) => boolean },
) {
  const [shown, setShown] = useState<{ ids: readonly number[]; loads: number }>()
  const isLoad = shown?.loads !== loads
  const { rows, waiting } = mergeHeld(shown?.ids ?? [], fresh, isLoad ? () => true : isOwn)
  // Set during render: an effect would paint one frame with the outdated list.
  if (isLoad || rows.length !== shown.ids.length || rows.some((row, index) => row.id !== shown.ids[index]))
    setShown({ ids: rows.map(({ id }) => id), loads })
  return { rows, waiting, showWaiting: () => setShown({ ids: [], loads: -1 }) }
}
