import { getPolitician, listFilterOptions, listPoliticians } from '@wtpu/contract/politicians'
import { listPolls } from '@wtpu/contract/polls'
import { infiniteQuery, query, referenceList } from '#lib/api/api.ts'
import { refetchEvery } from '#lib/live/live.ts'
import type { DirectoryFilters } from './search.ts'

/** Specification 9. */
const fresh = 30_000

export const politicianPagesQuery = (filters: DirectoryFilters) =>
  infiniteQuery(
    listPoliticians,
    { querystring: { ...filters, limit: 24 } },
    { staleTime: fresh, refetchInterval: refetchEvery(fresh) },
  )

export const politicianQuery = (id: number) =>
  query(getPolitician, { params: { id } }, { staleTime: fresh, refetchInterval: refetchEvery(fresh) })

export const filterOptionsQuery = () => query(listFilterOptions, {}, referenceList)

/** Specification 9: the polls' cache lasts 30 s. A hint on the polls' path reaches this list too. */
export const relatedPollsQuery = (id: number) =>
  query(
    listPolls,
    { querystring: { politician: String(id), limit: 3 } },
    { staleTime: fresh, refetchInterval: refetchEvery(fresh) },
  )

/** The first officials of the directory, as many as the ticker shows (specification 9). */
export const tickerItemLimit = 10
export const tickerQuery = () =>
  infiniteQuery(
    listPoliticians,
    { querystring: { limit: tickerItemLimit } },
    { staleTime: fresh, refetchInterval: refetchEvery(fresh) },
  )
