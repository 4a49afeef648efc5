import { getForumStats, listDiscussions, listForumCategories } from '@wtpu/contract/forums/discussions'
import { listTags } from '@wtpu/contract/forums/tags'
import type { QueryClient } from '@tanstack/react-query'
import { infiniteQuery, keyOf, query } from '#lib/api/api.ts'
import type { ForumSearch } from './search.ts'

const pageSize = 20
const listStaleMs = 30_000
/** Specification 9. */
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
    queryKey: keyOf(listDiscussions.url),
    // Queries of a single discussion have longer paths, with its id.
    predicate: ({ queryKey }) => !/^\d+$/.test(String(queryKey[keyOf(listDiscussions.url).length])),
  })
  for (const { url } of [listForumCategories, listTags, getForumStats])
    void queryClient.invalidateQueries({ queryKey: keyOf(url) })
}
