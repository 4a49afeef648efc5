import type { QueryClient, QueryFilters } from '@tanstack/react-query'

interface Row {
  id: number
}

/** Shows a row at the top of cached lists. A refetch may have added it already. */
export function addCachedRow(queryClient: QueryClient, filters: QueryFilters, row: Row): void {
  changePages(queryClient, filters, (rows, page) => {
    const others = rows.filter(({ id }) => id !== row.id)
    return page === 0 ? [row, ...others] : others
  })
}

export function removeCachedRow(queryClient: QueryClient, filters: QueryFilters, id: number): void {
  changePages(queryClient, filters, (rows) => rows.filter((row) => row.id !== id))
}

function changePages(
  queryClient: QueryClient,
  filters: QueryFilters,
  change: (rows: readonly Row[], page: number) => readonly Row[],
): void {
  queryClient.setQueriesData<{ pages?: readonly { results: readonly Row[] }[] }>(
    filters,
    (list) =>
      list?.pages && {
        ...list,
        pages: list.pages.map((page, index) => ({ ...page, results: change(page.results, index) })),
      },
  )
}
