import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ApiFailure } from '#lib/api/api.ts'
import { usePageHead } from '#lib/head.ts'
import { useStableList } from '#lib/stable-list.ts'
import { NewItemsPill } from '#ui/new-items-pill.tsx'
import { LoadMore } from '#ui/load-more.tsx'
import { pollPagesQuery, useRetryPolls } from '#features/polls/api.ts'
import { PollList } from './poll-list.tsx'
import { PollSection } from './poll-section.tsx'
import { parsePollId, uniquePolls } from '#features/polls/rules.ts'
import type { PollSearch } from '#features/polls/search.ts'
import { LinkedPollNotice } from './linked-poll-notice.tsx'
import { useScrollToPoll, useLinkedPoll } from './linked-poll.ts'

/** One list of polls, page by page, and above it the one that the address names where the list does not hold it. */
export function PollPages({
  search,
  address,
  onClear,
  onVoteError,
}: {
  search: PollSearch
  address: string | undefined
  /** Given when a filter is set. */
  onClear: (() => void) | undefined
  onVoteError: (failure: ApiFailure) => void
}) {
  const list = useInfiniteQuery(pollPagesQuery(search))
  const fresh = uniquePolls(list.data?.pages.flatMap((page) => page.results) ?? [])
  const { items, waiting, showWaiting } = useStableList(fresh, 'wait')
  const target = useLinkedPoll(address, list.isPending ? undefined : items)
  const targetId = target.kind === 'listed' || target.kind === 'apart' ? parsePollId(address) : undefined
  useScrollToPoll(targetId)
  const linked = target.kind === 'apart' ? target.poll : items.find((poll) => poll.id === targetId)
  usePageHead(linked && { title: linked.question })
  const retry = useRetryPolls()
  const apart = target.kind === 'apart' ? target.poll : undefined

  const section = { targetId, onVoteError }
  const top = useRef<HTMLDivElement>(null)
  function showNew() {
    showWaiting()
    top.current?.scrollIntoView()
  }

  return (
    <div ref={top} className="scroll-mt-24">
      <LinkedPollNotice target={target} list={list.data ? 'here' : list.isPending ? 'loading' : 'failed'} />
      {apart && <PollSection title="The Poll You Opened" polls={[apart]} {...section} />}
      <NewItemsPill count={waiting.filter((poll) => poll.id !== apart?.id).length} noun="poll" onShow={showNew} />
      <PollList
        kind={onClear ? 'matches' : (search.filter ?? 'all')}
        polls={list.data && items.filter((poll) => poll.id !== apart?.id)}
        failure={list.error}
        onRetry={retry}
        onClear={onClear}
        {...section}
      />
      <LoadMore
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        failed={list.isFetchNextPageError}
        onLoad={() => void list.fetchNextPage()}
      />
    </div>
  )
}
