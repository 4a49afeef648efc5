import CircleCheck from 'lucide-react/icons/circle-check'
import { isOn } from '@wtpu/contract/site/parts'
import { fullCount } from '@wtpu/contract/full-count'
import { useEffect, useState, type ComponentType } from 'react'
import { Button } from '#ui/button.tsx'
import { LazySetupStep } from '#community/core/lazy-setup-step.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { LoadingState } from '#ui/loading-state.tsx'
import { PollCard } from '#features/polls/card/poll-card.tsx'
import { PollCardSkeleton } from '#features/polls/card/skeletons.tsx'
import { noPolls, pollsFailedTitle } from '#features/polls/small/messages.ts'
import { pollCardId } from '#features/polls/core/rules.ts'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { useOpenPolls } from './open-polls.ts'

const Notes = lazyComponent(() => import('./question-of-the-day.tsx').then((module) => module.QuestionOfTheDayNotes))

/** Further pages are loaded while all polls are answered, or too few of them are those that come first. */
const maxPages = 5
const tiedPolls = 5

/** One open poll after another, answered in place. */
export function YourTurn({
  AllPolls,
  tiedFirst,
}: {
  /** A link to the list of polls. */
  AllPolls: ComponentType<{ children: string }>
  /** Polls on which Congress voted come first. */
  tiedFirst: boolean
}) {
  const { pages, isPending, nameCategory, polls, votes, unanswered, hasMore, now, question } = useOpenPolls(tiedFirst)
  // Stays after the vote, until the viewer goes on.
  const [currentId, setCurrentId] = useState<number>()
  const [hasMoved, setMoved] = useState(false)
  useEffect(() => {
    if (hasMoved && currentId !== undefined) document.getElementById(pollCardId(currentId))?.focus()
  }, [hasMoved, currentId])
  const current = polls.find(({ id }) => id === currentId) ?? unanswered[0]
  const hasFew = unanswered.length === 0 || (tiedFirst && polls.filter((poll) => poll.roll_call).length < tiedPolls)
  const isLoadingMore =
    !isPending && hasFew && hasMore && !pages.isFetchNextPageError && (pages.data?.pages.length ?? 0) < maxPages
  const { isFetching, fetchNextPage } = pages
  useEffect(() => {
    if (isLoadingMore && !isFetching) void fetchNextPage()
  }, [isLoadingMore, isFetching, fetchNextPage])
  // The first poll is not known before.
  const isSorting = isLoadingMore && (!current || (tiedFirst && currentId === undefined))
  if (!isPending && !isSorting && current && current.id !== currentId) setCurrentId(current.id)

  if (isPending || !nameCategory || isSorting) {
    return (
      <LoadingState label="Loading polls...">
        <PollCardSkeleton />
      </LoadingState>
    )
  }
  if (!pages.data) return <ErrorState title={pollsFailedTitle} query={pages} />
  const chosenId = question?.is_chosen ? question.today?.id : undefined
  const notes = question && !tiedFirst && (question.yesterday || votes.has(chosenId ?? 0)) && (
    <Notes question={question} votes={votes} fallback={<div className="min-h-24" />} />
  )
  if (!current) {
    return (
      <>
        <EmptyState
          icon={<CircleCheck />}
          title={polls.length > 0 ? 'That was all for today' : noPolls.title}
          action={polls.length > 0 && <AllPolls>See all polls</AllPolls>}
        >
          {polls.length > 0 ? (
            `You answered ${fullCount(votes.size)}. New questions come here.`
          ) : (
            <LazySetupStep step="polls">
              {noPolls.description} {isOn('member-polls') && <AllPolls>Ask the first question</AllPolls>}
            </LazySetupStep>
          )}
        </EmptyState>
        {notes}
      </>
    )
  }
  const others = unanswered.filter(({ id }) => id !== current.id)
  function next() {
    const at = current ? polls.indexOf(current) : 0
    setMoved(true)
    setCurrentId((others.find((poll) => polls.indexOf(poll) > at) ?? others[0])?.id)
  }
  return (
    <>
      {current.id === chosenId && <p className="mb-2 font-semibold">Question of the day</p>}
      <PollCard
        key={current.id}
        poll={current}
        category={nameCategory(current.category)}
        votedOptionId={votes.get(current.id)}
        now={now}
        onNext={next}
      />
      <div className="mt-1 flex min-h-11 flex-wrap items-center justify-between gap-x-4">
        {!votes.has(current.id) && others.length > 0 && (
          <Button variant="ghost" size="small" className="-ml-3.5" onClick={next}>
            Skip this poll
          </Button>
        )}
        <span className="ml-auto">
          <AllPolls>{hasMore || others.length === 0 ? 'See all polls' : `${others.length} more to answer`}</AllPolls>
        </span>
      </div>
      {notes}
    </>
  )
}
