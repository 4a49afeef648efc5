import { createFileRoute } from '@tanstack/react-router'
import { BoilerRoom } from '#features/boiler-room/feed/boiler-room.tsx'
import { latestPostsQuery, postPagesQuery, postQuery, trendingHashtagsQuery } from '#features/boiler-room/feed-api.ts'
import { parseFeedSearch, parsePostId } from '#features/boiler-room/feed/feed-search.ts'

export const Route = createFileRoute('/_member/boiler-room/')({
  validateSearch: parseFeedSearch,
  loaderDeps: ({ search }) => parseFeedSearch({ ...search }),
  // Not awaited, so that the page shows its skeletons while loading.
  loader: ({ context: { queryClient }, deps }) => {
    const post = parsePostId(deps)
    if (post !== undefined) void queryClient.prefetchQuery(postQuery(post))
    if (deps.post !== undefined) return
    if (deps.tab === undefined) void queryClient.prefetchInfiniteQuery(postPagesQuery({}))
    void queryClient.prefetchQuery(latestPostsQuery())
    void queryClient.prefetchQuery(trendingHashtagsQuery())
  },
  component: BoilerRoomPage,
})

function BoilerRoomPage() {
  const search = parseFeedSearch({ ...Route.useSearch() })
  const navigate = Route.useNavigate()
  return (
    <BoilerRoom
      search={search}
      onSearch={(next, how) =>
        void navigate({ search: parseFeedSearch({ ...next }), replace: how === 'replace', resetScroll: false })
      }
    />
  )
}
