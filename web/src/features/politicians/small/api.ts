import { getPolitician, listFilterOptions, listPoliticians } from '@wtpu/contract/politicians'
import { listPolls } from '@wtpu/contract/polls/polls'
import { infiniteQuery, query, referenceListOptions } from '#lib/api/api.ts'
import { refetchEvery } from '#lib/live/live.ts'
import type { DirectoryFilters } from '../search.ts'

const staleMs = 30_000

export const politicianPagesQuery = (filters: DirectoryFilters) =>
  infiniteQuery(
    listPoliticians,
    { querystring: { ...filters, limit: 10 } },
    { staleTime: staleMs, refetchInterval: refetchEvery(staleMs) },
  )

export const politicianQuery = (id: number) =>
  query(getPolitician, { params: { id } }, { staleTime: staleMs, refetchInterval: refetchEvery(staleMs) })

export const filterOptionsQuery = () => query(listFilterOptions, {}, referenceListOptions)

/** Polls are cached for 30 s. Invalidations for polls invalidate this list too. */
export const relatedPollsQuery = (id: number) =>
  query(
    listPolls,
    { querystring: { politician: String(id), limit: 3 } },
    { staleTime: staleMs, refetchInterval: refetchEvery(staleMs) },
  )

/** The ticker shows the first 10 politicians of the directory. */
export const tickerItemLimit = 10
export const tickerQuery = () =>
  infiniteQuery(
    listPoliticians,
    { querystring: { limit: tickerItemLimit } },
    { staleTime: staleMs, refetchInterval: refetchEvery(staleMs) },
  )
