import { getForumStats, listDiscussions, listForumCategories } from '@wtpu/contract/forums/discussions'
import { listTags } from '@wtpu/contract/forums/tags'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { infiniteQuery, urlKey, query } from '#lib/api/api.ts'
import { removeCachedRow } from '#lib/api/cached-pages.ts'
import type { ForumSearch } from './search.ts'

const pageSize = 20
const listStaleMs = 30_000
const statsStaleMs = 60_000
export const referenceStaleMs = 5 * 60_000

/** A list of discussions. Not live: rows must not move while they are read. */
export const discussionPagesQuery = ({ tab, ...search }: ForumSearch) =>
  infiniteQuery(
    listDiscussions,
    { querystring: { filter: tab, ...search, tag: idParam(search.tag), limit: pageSize } },
    { staleTime: listStaleMs },
  )

const idParam = (id: string | undefined) => (id === undefined ? undefined : Number(id))

export const forumStatsQuery = () =>
  query(getForumStats, {}, { staleTime: statsStaleMs, refetchInterval: statsStaleMs })

export const forumCategoriesQuery = () => query(listForumCategories, {}, { staleTime: referenceStaleMs })

/** After a discussion was created, changed or deleted: refreshes lists, categories, tags and statistics. */
export function refreshLists(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({
    queryKey: urlKey(listDiscussions.url),
    predicate: isList,
  })
  for (const { url } of [listForumCategories, listTags, getForumStats])
    void queryClient.invalidateQueries({ queryKey: urlKey(url) })
}

/** The viewer has deleted a discussion. An open list would keep its row until it is opened again (`keepRemoved`). */
export function removeFromLists(queryClient: QueryClient, id: number): void {
  removeCachedRow(queryClient, { queryKey: urlKey(listDiscussions.url), predicate: isList }, id)
}

/** Queries of a single discussion have longer paths, with its id. */
function isList({ queryKey }: { queryKey: QueryKey }): boolean {
  return !/^\d+$/.test(String(queryKey[urlKey(listDiscussions.url).length]))
}
