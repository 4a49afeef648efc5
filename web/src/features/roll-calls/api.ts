import type { Party } from '@wtpu/contract/politicians'
import { getRollCall, listPositions, listRollCalls, type ShownPosition } from '@wtpu/contract/roll-calls'
import { infiniteQuery, query } from '#lib/api/api.ts'
import type { RollCallSearch } from './search.ts'

/** Roll calls, newest first. */
export const rollCallPagesQuery = (search: RollCallSearch) =>
  infiniteQuery(listRollCalls, { querystring: { ...search } })

export const rollCallQuery = (id: number) => query(getRollCall, { params: { id } })

export interface PositionFilters {
  q: string
  party: Party | undefined
  state: string | undefined
  position: ShownPosition | undefined
}

export const positionsQuery = (id: number, filters: PositionFilters) =>
  infiniteQuery(listPositions, { params: { id }, querystring: { ...filters } })
