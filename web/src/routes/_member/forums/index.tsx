import { createFileRoute } from '@tanstack/react-router'
import { discussionPagesQuery, forumCategoriesQuery, forumStatsQuery } from '#features/forums/api.ts'
import { ForumsPage } from '#features/forums/list/forums-page.tsx'
import { parseForumSearch } from '#features/forums/search.ts'

export const Route = createFileRoute('/_member/forums/')({
  // The search params are parsed here and by the page, because every other page would load a `validateSearch` too.
  loaderDeps: ({ search }) => search,
  // Not awaited, so that the page shows its skeletons while loading.
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchInfiniteQuery(discussionPagesQuery(parseForumSearch({ ...deps })))
    void queryClient.prefetchQuery(forumStatsQuery())
    void queryClient.prefetchQuery(forumCategoriesQuery())
  },
  component: Forums,
})

function Forums() {
  const search = parseForumSearch({ ...Route.useSearch() })
  const navigate = Route.useNavigate()
  return (
    <ForumsPage
      search={search}
      onSearch={(next, how) =>
        void navigate({ search: parseForumSearch({ ...next }), replace: how === 'replace', resetScroll: false })
      }
    />
  )
}
