import { useState } from 'react'

interface Row {
  id: number
}

/** What happens to a row that a refetch brings in above rows already seen. */
type Latecomers = 'wait' | 'append'

/**
 * Keeps a refetched list from moving under the reader's finger (decision 20): rows stay in the order they were first
 * seen, rows below the last seen one follow, and latecomers above it wait or are appended.
 */
export function mergeStable<T extends Row>(seen: readonly number[], fresh: readonly T[], latecomers: Latecomers) {
  const byId = new Map(fresh.map((row) => [row.id, row]))
  const known = new Set(seen)
  const last = latecomers === 'wait' ? fresh.findLastIndex((row) => known.has(row.id)) : -1
  const kept = seen.flatMap((id) => byId.get(id) ?? [])
  const added = fresh.filter((row, index) => index > last && !known.has(row.id))
  return { items: [...kept, ...added], waiting: fresh.slice(0, last + 1).filter((row) => !known.has(row.id)) }
}

/** `waiting` rows join when `release` is called, in the order the server gives. */
export function useStableList<T extends Row>(fresh: readonly T[], latecomers: Latecomers) {
  const [seen, setSeen] = useState<readonly number[]>([])
  const { items, waiting } = mergeStable(seen, fresh, latecomers)
  // Set while rendering: an effect would show the reader one frame of the moved list.
  if (items.length !== seen.length || items.some((row, index) => row.id !== seen[index])) {
    setSeen(items.map((row) => row.id))
  }
  return { items, waiting, release: () => setSeen(fresh.map((row) => row.id)) }
}
