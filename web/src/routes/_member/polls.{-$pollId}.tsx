import { createFileRoute } from '@tanstack/react-router'
import { pollPagesQuery, pollSummaryQuery } from '#features/polls/api.ts'
import { ExploreForums } from '#features/polls/explore-forums.tsx'
import { PollBoard } from '#features/polls/poll-board.tsx'
import { PollStats } from '#features/polls/poll-stats.tsx'
import { PollsHero } from '#features/polls/polls-hero.tsx'

export const Route = createFileRoute('/_member/polls/{-$pollId}')({
  // Begun, not awaited: the screen shows its skeletons meanwhile.
  loader: ({ context: { queryClient } }) => {
    void queryClient.prefetchInfiniteQuery(pollPagesQuery())
    void queryClient.prefetchQuery(pollSummaryQuery())
  },
  component: Polls,
})

function Polls() {
  const { pollId } = Route.useParams()
  return (
    <div className="frame py-10 sm:py-14">
      <PollsHero />
      <div className="mt-8 mb-12">
        <PollStats />
      </div>
      <PollBoard address={pollId} />
      <ExploreForums />
    </div>
  )
}
