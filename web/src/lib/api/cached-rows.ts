import type { QueryClient, QueryFilters } from '@tanstack/react-query'

interface Row {
  id: number
}

/** Applies `write` to the rows of a response: one row, a list, a page or pages. What does not change keeps its identity. */
export function mapRows(data: unknown, write: (row: object) => object): unknown {
  if (typeof data !== 'object' || data === null) return data
  if (Array.isArray(data)) {
    const rows: unknown[] = data.map((row) => mapRows(row, write))
    return rows.some((row, index) => row !== data[index]) ? rows : data
  }
  const written = write(data)
  const changed: Record<string, unknown> = {}
  for (const [name, part] of Object.entries(written)) {
    const rows: unknown = partsWithRows.has(name) ? mapRows(part, write) : part
    if (rows !== part) changed[name] = rows
  }
  return Object.keys(changed).length > 0 ? { ...written, ...changed } : written
}

const partsWithRows = new Set(['pages', 'results', 'poll', 'recent_comments', 'replies'])

/** Fetches the queries that are shown again, and returns the row as they have it now. */
export async function refetchRow<T extends Row>(
  queryClient: QueryClient,
  filters: QueryFilters,
  id: number,
): Promise<T | undefined> {
  await queryClient.refetchQueries({ ...filters, type: 'active' }, { throwOnError: true })
  let found: object | undefined
  for (const query of queryClient.getQueryCache().findAll(filters)) {
    mapRows(query.state.data, (row) => {
      if ('id' in row && row.id === id) found = row
      return row
    })
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller knows the rows of these queries
  return found as T | undefined
}

/**
 * Changes the rows that match wherever these queries contain them. The queries keep their age, so that they are fetched again when
 * they would have been.
 */
export function changeCachedRows<T extends Row>(
  queryClient: QueryClient,
  filters: QueryFilters,
  matches: (row: T) => boolean,
  change: (row: T) => Partial<T>,
): void {
  const write = (data: object) => {
    if (!('id' in data)) return data
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the caller knows the rows of these queries
    const row = data as T
    return matches(row) ? { ...row, ...change(row) } : row
  }
  for (const query of queryClient.getQueryCache().findAll(filters)) {
    const { data, dataUpdatedAt, isInvalidated } = query.state
    const changed = mapRows(data, write)
    if (changed === data) continue
    query.setData(changed, { updatedAt: dataUpdatedAt, manual: true })
    if (isInvalidated) query.invalidate()
  }
}
