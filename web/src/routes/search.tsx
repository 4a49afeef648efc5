import { createFileRoute } from '@tanstack/react-router'
import { kindsFor, searchPagesQuery, searchQuery } from '#features/search/api.ts'
import { SearchPage } from '#features/search/search-page.tsx'
import { parseSiteSearch } from '#features/search/search.ts'
import { getSession } from '#lib/session/session.ts'

export const Route = createFileRoute('/search')({
  validateSearch: parseSiteSearch,
  loaderDeps: ({ search }) => parseSiteSearch({ ...search }),
  // Not awaited, so that the page shows its skeletons while loading.
  loader: ({ context: { queryClient }, deps: { q, kind } }) => {
    if (q === undefined) return
    void queryClient.prefetchQuery(searchQuery(q))
    if (kind !== undefined && kindsFor(getSession()).includes(kind))
      void queryClient.prefetchInfiniteQuery(searchPagesQuery(q, kind))
  },
  component: Search,
})

function Search() {
  const search = parseSiteSearch({ ...Route.useSearch() })
  const navigate = Route.useNavigate()
  return (
    <SearchPage
      search={search}
      onSearch={(next, how) =>
        void navigate({ search: parseSiteSearch({ ...next }), replace: how === 'replace', resetScroll: false })
      }
    />
  )
}
