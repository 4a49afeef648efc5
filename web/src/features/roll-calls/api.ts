import type { Party } from '@wtpu/contract/politicians'
import { getRollCall, listPositions, listRollCalls, type ShownPosition } from '@wtpu/contract/roll-calls'
import type { QueryClient } from '@tanstack/react-query'
import { infiniteQuery, query } from '#lib/api/api.ts'
import type { RollCallSearch } from './search.ts'

/** Roll calls, newest first. The unfiltered list begins with the page that came with the HTML. */
export function rollCallPagesQuery(search: RollCallSearch, queryClient: QueryClient) {
  const embedded = Object.values(search).some(Boolean)
    ? undefined
    : queryClient.getQueryState(query(listRollCalls).queryKey)
  return infiniteQuery(
    listRollCalls,
    { querystring: { ...search } },
    embedded?.data && {
      initialData: { pages: [embedded.data], pageParams: [''] },
      initialDataUpdatedAt: embedded.dataUpdatedAt,
    },
  )
}

export const rollCallQuery = (id: number) => query(getRollCall, { params: { id } })

export interface PositionFilters {
  q: string
  party: Party | undefined
  state: string | undefined
  position: ShownPosition | undefined
}

export const positionsQuery = (id: number, filters: PositionFilters) =>
  infiniteQuery(listPositions, { params: { id }, querystring: { ...filters } })
