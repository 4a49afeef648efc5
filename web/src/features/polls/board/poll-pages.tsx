import { pollHead } from '@wtpu/contract/site/poll-head'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { ApiFailure } from '#lib/api/api.ts'
import { usePageHead } from '#lib/head.ts'
import { useProgressiveRows } from '#lib/progressive-rows.ts'
import { useStableList } from '#lib/stable-list.ts'
import { NewItemsPill } from '#ui/list/new-items-pill.tsx'
import { LoadMore } from '#ui/list/load-more.tsx'
import { pollPagesQuery, useRetryFailedPolls } from '#features/polls/api.ts'
import { PollList } from './poll-list.tsx'
import { PollSection } from './poll-section.tsx'
import { parsePollId, uniquePolls } from '#features/polls/rules.ts'
import type { PollSearch } from '#features/polls/search.ts'
import { LinkedPollNotice } from './linked-poll-notice.tsx'
import { useScrollToPoll, useLinkedPoll } from './linked-poll.ts'

/** Half of them, the first step, fill the first screen of a phone. */
const cardsPerStep = 4

/** A paginated list of polls. If the list does not contain the poll of `/polls/{id}`, that poll is shown above it. */
export function PollPages({
  search,
  pollIdParam,
  onClear,
  onVoteError,
}: {
  search: PollSearch
  pollIdParam: string | undefined
  /** Undefined if no filter is set. */
  onClear: (() => void) | undefined
  onVoteError: (failure: ApiFailure) => void
}) {
  const list = useInfiniteQuery(pollPagesQuery(search))
  const fresh = uniquePolls(list.data?.pages.flatMap((page) => page.results) ?? [])
  const { items, waiting, showWaiting } = useStableList(fresh, 'wait')
  const linkedPoll = useLinkedPoll(pollIdParam, list.isPending ? undefined : items)
  const highlightedId =
    linkedPoll.kind === 'listed' || linkedPoll.kind === 'separate' ? parsePollId(pollIdParam) : undefined
  useScrollToPoll(highlightedId)
  const separatePoll = linkedPoll.kind === 'separate' ? linkedPoll.poll : undefined
  const highlightedPoll = separatePoll ?? items.find((poll) => poll.id === highlightedId)
  usePageHead(highlightedPoll && pollHead(highlightedPoll))
  const listed = items.filter((poll) => poll.id !== separatePoll?.id)
  const { rows: shown } = useProgressiveRows(listed, cardsPerStep)
  const retry = useRetryFailedPolls()

  const sectionProps = { highlightedId, onVoteError }
  const top = useRef<HTMLDivElement>(null)
  function showNew() {
    showWaiting()
    top.current?.scrollIntoView()
  }

  return (
    <div ref={top} className="scroll-mt-24">
      <LinkedPollNotice linkedPoll={linkedPoll} list={list.data ? 'loaded' : list.isPending ? 'loading' : 'failed'} />
      {separatePoll && <PollSection title="The Poll You Opened" polls={[separatePoll]} {...sectionProps} />}
      <NewItemsPill
        count={waiting.filter((poll) => poll.id !== separatePoll?.id).length}
        noun="poll"
        onShow={showNew}
      />
      <PollList
        kind={onClear ? 'matches' : (search.filter ?? 'all')}
        polls={list.data && shown}
        failure={list.error}
        onRetry={retry}
        onClear={onClear}
        {...sectionProps}
      />
      <LoadMore
        hasMore={list.hasNextPage}
        loading={list.isFetchingNextPage}
        failed={list.isFetchNextPageError}
        automatic={shown.length === listed.length}
        onLoad={() => void list.fetchNextPage()}
      />
    </div>
  )
}
