import { parseId } from '@wtpu/contract/schemas'
import { createFileRoute } from '@tanstack/react-router'
import { loadMarkdown } from '#community/markdown/markdown.tsx'
import { discussionQuery } from '#features/forums/discussion/discussion-api.ts'
import { DiscussionPage } from '#features/forums/discussion/discussion-page.tsx'
import { commentPagesQuery } from '#features/forums/thread/thread-api.ts'
import { parseThreadSearch } from '#features/forums/thread/thread-search.ts'
import { Thread } from '#features/forums/thread/thread.tsx'

export const Route = createFileRoute('/_member/forums/$discussionId')({
  validateSearch: parseThreadSearch,
  // Not awaited, so that the page shows its skeleton while loading.
  loader: ({ context: { queryClient }, params, location, preload }) => {
    const id = parseId(params.discussionId)
    void loadMarkdown()
    // Not on hover over a link, because the call for the discussion counts a view.
    if (id === undefined || preload) return
    void queryClient.prefetchQuery(discussionQuery(id))
    const { sort, thread } = parseThreadSearch({ ...location.search })
    if (thread === undefined) void queryClient.prefetchInfiniteQuery(commentPagesQuery({ discussionId: id, sort }))
  },
  component: ForumDiscussion,
})

function ForumDiscussion() {
  const { discussionId } = Route.useParams()
  const search = parseThreadSearch({ ...Route.useSearch() })
  const navigate = Route.useNavigate()
  const id = parseId(discussionId)
  return (
    <DiscussionPage
      key={id}
      id={id}
      renderThread={(props) => (
        <Thread
          {...props}
          search={search}
          onSearch={(next, how) =>
            navigate({ search: parseThreadSearch({ ...next }), replace: how === 'replace', resetScroll: false })
          }
        />
      )}
    />
  )
}
