import { pollHead } from '@wtpu/contract/site/poll-head'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ApiFailure } from '#lib/api/api.ts'
import { useEndlessList } from '#lib/endless-list.ts'
import { usePageHead } from '#lib/head.ts'
import { EndlessList } from '#ui/list/endless-list.tsx'
import { pollPagesQuery, useRetryFailedPolls } from '#features/polls/api.ts'
import { PollList } from './poll-list.tsx'
import { PollSection } from './poll-section.tsx'
import { parsePollId } from '#features/polls/rules.ts'
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
  const pages = useInfiniteQuery(pollPagesQuery(search))
  const list = useEndlessList(pages, { rowsPerStep: cardsPerStep })
  const linkedPoll = useLinkedPoll(pollIdParam, pages.isPending ? undefined : list.items)
  const highlightedId =
    linkedPoll.kind === 'listed' || linkedPoll.kind === 'separate' ? parsePollId(pollIdParam) : undefined
  useScrollToPoll(highlightedId)
  const separatePoll = linkedPoll.kind === 'separate' ? linkedPoll.poll : undefined
  const highlightedPoll = separatePoll ?? list.items.find((poll) => poll.id === highlightedId)
  usePageHead(highlightedPoll && pollHead(highlightedPoll))
  const isListed = ({ id }: { id: number }) => id !== separatePoll?.id
  const retry = useRetryFailedPolls()

  const sectionProps = { highlightedId, onVoteError }
  return (
    <>
      <LinkedPollNotice linkedPoll={linkedPoll} list={pages.data ? 'loaded' : pages.isPending ? 'loading' : 'failed'} />
      {separatePoll && <PollSection title="The Poll You Opened" polls={[separatePoll]} {...sectionProps} />}
      <EndlessList list={list} noun="poll" newCount={list.waiting.filter(isListed).length}>
        <PollList
          kind={onClear ? 'matches' : (search.filter ?? 'all')}
          polls={pages.data && list.rows.filter(isListed)}
          failure={pages.error}
          onRetry={retry}
          onClear={onClear}
          {...sectionProps}
        />
      </EndlessList>
    </>
  )
}
