import { createFileRoute } from '@tanstack/react-router'
import { postPagesQuery } from '#features/boiler-room/feed-api.ts'
import { parseQuery, hashtagName } from '#features/boiler-room/feed/feed-search.ts'
import { HashtagPage } from '#features/boiler-room/feed/hashtag-page.tsx'

export const Route = createFileRoute('/_member/boiler-room/hashtag/$tag')({
  validateSearch: (search: Record<string, unknown>): { q?: string } => ({ q: parseQuery(search) }),
  loaderDeps: ({ search }) => ({ q: parseQuery({ ...search }) }),
  // Not awaited, so that the page shows its skeletons while loading.
  loader: ({ context, params, deps }) =>
    void context.queryClient.prefetchInfiniteQuery(postPagesQuery({ hashtag: hashtagName(params.tag), q: deps.q })),
  component: Hashtag,
})

function Hashtag() {
  const { tag } = Route.useParams()
  const { q } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <div className="page max-w-3xl">
      <HashtagPage
        tag={hashtagName(tag)}
        q={q ?? ''}
        onSearch={(next) => void navigate({ search: { q: next || undefined }, replace: true, resetScroll: false })}
      />
    </div>
  )
}
