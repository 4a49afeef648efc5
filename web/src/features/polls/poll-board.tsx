import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { ApiFailure } from '#lib/api.ts'
import { usePageHead } from '#lib/head.ts'
import { useSteadyList } from '#lib/steady-list.ts'
import { LoadMore } from '#ui/load-more.tsx'
import { pollPagesQuery } from './api.ts'
import { NewPolls } from './new-polls.tsx'
import { PollList } from './poll-list.tsx'
import { PollSection } from './poll-section.tsx'
import { readPollId, uniquePolls } from './rules.ts'
import { TargetNotice } from './target-notice.tsx'
import { useScrollToPoll, useTargetPoll } from './target-poll.ts'
import { VoteErrorDialog } from './vote-error-dialog.tsx'

/** All polls, and above them the one that the address names where the list does not hold it. */
export function PollBoard({ address }: { address: string | undefined }) {
  const list = useInfiniteQuery(pollPagesQuery())
  const fresh = uniquePolls(list.data?.pages.flatMap((page) => page.results) ?? [])
  const { items, waiting, release } = useSteadyList(fresh, 'wait')
  const target = useTargetPoll(address, list.isPending ? undefined : items)
  const targetId = target.kind === 'listed' || target.kind === 'apart' ? readPollId(address) : undefined
  useScrollToPoll(targetId)
  const linked = target.kind === 'apart' ? target.poll : items.find((poll) => poll.id === targetId)
  usePageHead(linked && { title: linked.question })

  const [voteFailure, setVoteFailure] = useState<ApiFailure>()
  const section = { targetId, onVoteError: setVoteFailure }
  const top = useRef<HTMLDivElement>(null)
  function showNew() {
    release()
    top.current?.scrollIntoView()
  }

  return (
    <div ref={top}>
      <TargetNotice target={target} listReady={!list.isPending} />
      {target.kind === 'apart' && <PollSection title="Linked Poll" polls={[target.poll]} {...section} />}
      <NewPolls count={waiting.length} onShow={showNew} />
      <PollList
        polls={list.data && items.filter((poll) => target.kind !== 'apart' || poll.id !== target.poll.id)}
        failure={list.error}
        onRetry={() => void list.refetch()}
        {...section}
      />
      <LoadMore
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        failed={list.isFetchNextPageError}
        onLoad={() => void list.fetchNextPage()}
      />
      <VoteErrorDialog failure={voteFailure} onClose={() => setVoteFailure(undefined)} />
    </div>
  )
}
