import type { Party } from '@wtpu/contract/politicians'
import { getRollCall, listPositions, type ShownPosition } from '@wtpu/contract/roll-calls'
import { infiniteQuery, query } from '#lib/api/api.ts'

export const rollCallQuery = (id: number) => query(getRollCall, { params: { id } })

export interface PositionFilters {
  q: string
  party: Party | undefined
  state: string | undefined
  position: ShownPosition | undefined
}

export const positionsQuery = (id: number, filters: PositionFilters) =>
  infiniteQuery(listPositions, { params: { id }, querystring: { ...filters } })
