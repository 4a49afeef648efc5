import {
  isOpenKind,
  publicSearchKinds,
  searchKinds,
  searchSite,
  type SearchKind,
  type SearchResponse,
} from '@wtpu/contract/site/search'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call, query, type ApiFailure } from '#lib/api/api.ts'

/** What members wrote is for members. */
export const kindsFor = (session: object | null): readonly SearchKind[] =>
  (session ? searchKinds : publicSearchKinds).filter(isOpenKind)

const staleMs = 30_000

/** The first matches of each kind. */
export const searchQuery = (q: string) => query(searchSite, { querystring: { q } }, { staleTime: staleMs })

/** All matches of one kind, in pages. */
export const searchPagesQuery = (q: string, kind: SearchKind) =>
  infiniteQueryOptions<SearchResponse, ApiFailure, { pages: SearchResponse[] }, string[], string>({
    queryKey: ['api', 'search', q, kind, 'pages'],
    queryFn: ({ signal, pageParam: cursor }) => call(searchSite, { querystring: { q, kind, cursor } }, { signal }),
    initialPageParam: '',
    getNextPageParam: (page) => page[kind]?.next,
    staleTime: staleMs,
  })
