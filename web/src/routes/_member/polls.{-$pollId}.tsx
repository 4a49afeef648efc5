import { Part } from '#lib/part.tsx'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { pollPagesQuery, pollSummaryQuery } from '#features/polls/api.ts'
import { ForumsCallToAction, PollActions, PollStats, PollsHero } from '#features/polls/board/polls-page.tsx'
import { PollBoard } from '#features/polls/board/poll-board.tsx'
import { ScheduledPolls } from '#features/polls/schedule/scheduled-polls.tsx'
import { parsePollSearch } from '#features/polls/search.ts'

export const Route = createFileRoute('/_member/polls/{-$pollId}')({
  validateSearch: parsePollSearch,
  loaderDeps: ({ search }) => parsePollSearch({ ...search }),
  // Not awaited, so that the page shows its skeletons while loading.
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchInfiniteQuery(pollPagesQuery(deps))
    void queryClient.prefetchQuery(pollSummaryQuery())
  },
  component: Polls,
})

function Polls() {
  const { pollId } = Route.useParams()
  const search = parsePollSearch({ ...Route.useSearch() })
  const navigate = Route.useNavigate()
  const [scheduledOpen, setScheduledOpen] = useState(false)
  return (
    <div className="page sm:pt-6">
      <PollsHero>
        <PollActions
          onCreated={(id) => void navigate({ params: { pollId: String(id) }, search: parsePollSearch({}) })}
          onScheduled={() => setScheduledOpen(true)}
        />
      </PollsHero>
      <div className="mt-1 mb-3">
        <PollStats search={search} />
      </div>
      <ScheduledPolls open={scheduledOpen} onToggle={setScheduledOpen} />
      {/* What is below begins below the window, so that it does not move when the list comes. */}
      <div className="min-h-dvh">
        <PollBoard
          pollIdParam={pollId}
          search={search}
          // A search closes the linked poll and adds a history entry, so that Back returns to it. It does not scroll the page.
          onSearch={(next, how) =>
            void navigate({
              params: { pollId: undefined },
              search: parsePollSearch(next),
              replace: how === 'replace' && pollId === undefined,
              resetScroll: false,
            })
          }
        />
      </div>
      <Part of="forums">
        <ForumsCallToAction />
      </Part>
    </div>
  )
}
