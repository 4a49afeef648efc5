import { keepPreviousData } from '@tanstack/react-query'
import { getPollComparison } from '@wtpu/contract/roll-call-comparison'
import { getRollCall, listRollCalls } from '@wtpu/contract/roll-calls'
import { query } from '#lib/api/api.ts'

/** The viewer's vote changes it, and so do their settings. */
export const comparisonQuery = (id: number) => query(getPollComparison, { params: { id } }, { staleTime: 0 })

export const rollCallQuery = (id: number) => query(getRollCall, { params: { id } })

/** Roll calls whose bill, title or question matches. An empty search returns the newest ones. */
export const rollCallSearchQuery = (q: string) =>
  query(listRollCalls, { querystring: { q } }, { placeholderData: keepPreviousData })
