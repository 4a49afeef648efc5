import type { Poll } from '@wtpu/contract/polls/polls'
import { undoSeconds } from '@wtpu/contract/undo'
import { useQuery } from '@tanstack/react-query'
import ArrowRight from 'lucide-react/icons/arrow-right'
import Share2 from 'lucide-react/icons/share-2'
import type { ReactNode } from 'react'
import { classes } from '#lib/classes.ts'
import { accountQuery } from '#lib/session/email-confirmation.ts'
import { useSession } from '#lib/session/session.ts'
import { useStore } from '#lib/store.ts'
import { now } from '#lib/time.ts'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { UndoButton, type UndoButtonProps, useSecondsLeft } from '#community/undo-button.tsx'
import { myVotesQuery, type RememberedVote, rememberedVotes } from '#features/polls/core/my-votes.ts'
import { pollResultsQuery } from '#features/polls/results/results-api.ts'
import { sharePoll } from '#features/polls/share-poll.ts'
import { inState, likeMany } from './moment.ts'
import { countedClass, Receipt } from './receipt.tsx'

interface AfterVoteProps extends Pick<UndoButtonProps, 'undoing' | 'onUndo' | 'onUndoEnd'> {
  poll: Poll
  closed: boolean
  onNext: (() => void) | undefined
  isShareBelow: boolean
}

/**
 * What follows a vote, in its own place below the options: Undo for ten seconds, then the receipt, and in the same visit where to
 * go next. All are children of the card, in whose height Undo stays in the window.
 */
export function AfterVote({ poll, closed, onNext, isShareBelow, ...undo }: AfterVoteProps) {
  // The list observes the query too, and refetches it.
  const { data: mine } = useQuery({
    ...myVotesQuery(),
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    select: (votes) => votes.find((vote) => vote.poll === poll.id),
  })
  const vote = useStore(rememberedVotes).find(({ pollId }) => pollId === poll.id)
  const receipt = mine && <Receipt poll={poll} closed={closed} ballot={mine.ballot} />
  return (
    <>
      {mine?.undo_until ? (
        <Counted until={mine.undo_until} poll={poll} optionId={mine.option} {...undo}>
          {receipt}
        </Counted>
      ) : (
        // What this browser remembers is not final before the list says so.
        (receipt ?? <p className={countedClass} />)
      )}
      {!closed && (isOfThisVisit(vote) || mine?.undo_until) && (
        <div className="-mt-1 flex flex-wrap gap-2">
          {!isShareBelow && (
            <Button variant="secondary" className="flex-auto" onClick={() => void sharePoll(poll)}>
              <Share2 aria-hidden className="size-4" /> Share <span className="sr-only">{poll.question}</span>
            </Button>
          )}
          <Button
            variant="secondary"
            className="flex-auto"
            onClick={onNext ?? ((event) => goToNextPoll(event.currentTarget))}
          >
            Next question <span className="sr-only">after {poll.question}</span>
            <ArrowRight aria-hidden className="size-4" />
          </Button>
        </div>
      )}
    </>
  )
}

/** By the server's clock, as the time of the vote. */
const isOfThisVisit = (vote: RememberedVote | undefined) =>
  vote !== undefined && vote.timestamp >= now() - performance.now()

/** `children` replaces it when the time is over. */
function Counted({
  until,
  poll,
  optionId,
  children,
  ...undo
}: Omit<AfterVoteProps, 'closed' | 'onNext' | 'isShareBelow'> & {
  until: string
  optionId: number
  children: ReactNode
}) {
  const left = useSecondsLeft(until)
  if (left <= 0) return children
  return (
    <div
      className={classes(
        countedClass,
        'sticky bottom-[calc(1rem+var(--toast-offset,var(--bottom-bar,0px)))] z-10 bg-tint font-semibold',
      )}
    >
      <span aria-hidden className="relative grid size-9 place-items-center text-sm tabular-nums">
        <svg viewBox="0 0 36 36" className="absolute inset-0 -rotate-90 fill-none stroke-accent" strokeWidth="3">
          <circle cx="18" cy="18" r="15.5" pathLength={undoSeconds} strokeDasharray={`${left} ${undoSeconds}`} />
        </svg>
        {Math.min(left, undoSeconds)}
      </span>
      <Moment poll={poll} optionId={optionId} />
      <UndoButton what={`the vote on ${poll.question}`} {...undo} />
    </div>
  )
}

/** What only this site knows at this moment, by what is published about the poll. */
function Moment({ poll, optionId }: { poll: Poll; optionId: number }) {
  const name = useSession()?.profile?.first_name
  const { data: account } = useQuery(accountQuery())
  const state = account?.state ?? ''
  const { data: results } = useQuery({
    ...pollResultsQuery(poll.id),
    enabled: state !== '' && !poll.results_hidden,
    refetchOnMount: false,
  })
  return (
    <span className="line-clamp-3 min-w-0 flex-1 leading-snug">
      Counted{name && `, ${name}`}. <bdi>{poll.options.find(({ id }) => id === optionId)?.text}</bdi>
      {likeMany(poll, optionId)}.{results && inState(results.states, state, poll, optionId)}
    </span>
  )
}

/** Moves to the next poll of the page that the viewer can vote in, or else the first one. */
function goToNextPoll(from: Element): void {
  const open = [...document.querySelectorAll('article:has(button[data-printed])')]
  const isAfter = (card: Element) => (from.compareDocumentPosition(card) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
  const next = open.find(isAfter) ?? open[0]
  if (!(next instanceof HTMLElement)) {
    toast({ title: 'You have answered all polls on this page', variant: 'info' })
    return
  }
  next.scrollIntoView({ block: 'center' })
  next.focus({ preventScroll: true })
}
