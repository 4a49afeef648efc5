import { pollHead } from '@wtpu/contract/site/on-demand/public-heads'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { StopWordsNote } from '#community/search-advice.tsx'
import { useEndlessList } from '#lib/endless-list.ts'
import { usePageHead } from '#lib/head.ts'
import { siteTimeZone } from '#lib/on-demand/time-zone.ts'
import { EndlessList } from '#ui/endless-list.tsx'
import { lazyComponent } from '#ui/lazy-component.tsx'
import { pollPagesQuery, useRetryFailedPolls, pollQuery } from '#features/polls/api.ts'
import { PollList, PollListSkeleton, PollSection } from './poll-list.tsx'
import { parsePollId, pollCardId } from '#features/polls/core/rules.ts'
import type { PollSearch } from '#features/polls/search.ts'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import { Button } from '#ui/button.tsx'
import type { Poll } from '@wtpu/contract/polls/polls'
import { useEffect, useState } from 'react'

/** Half of them, the first step, fill the first screen of a phone. */
const cardsPerStep = 4

/** A paginated list of polls. If the list does not contain the poll of `/polls/{id}`, that poll is shown above it. */
export function PollPages({
  search,
  pollIdParam,
  onClear,
}: {
  search: PollSearch
  pollIdParam: string | undefined
  /** Undefined if no filter is set. */
  onClear: (() => void) | undefined
}) {
  const pages = useInfiniteQuery(pollPagesQuery(search))
  const list = useEndlessList(pages, { rowsPerStep: cardsPerStep })
  const linkedPoll = useLinkedPoll(pollIdParam, pages.isPending ? undefined : list.items)
  const highlightedId =
    linkedPoll.kind === 'listed' || linkedPoll.kind === 'separate' ? parsePollId(pollIdParam) : undefined
  useScrollToPoll(highlightedId)
  const separatePoll = linkedPoll.kind === 'separate' ? linkedPoll.poll : undefined
  const highlightedPoll = separatePoll ?? list.items.find((poll) => poll.id === highlightedId)
  usePageHead(highlightedPoll && pollHead({ ...highlightedPoll, timeZone: siteTimeZone() }))
  const isListed = ({ id }: { id: number }) => id !== separatePoll?.id
  const retry = useRetryFailedPolls()

  // The linked poll may be shown above the list and would move it.
  if (linkedPoll.kind === 'loading') return <PollListSkeleton />
  return (
    <>
      <LinkedPollNotice linkedPoll={linkedPoll} isListShown={pages.data !== undefined} id={parsePollId(pollIdParam)} />
      {separatePoll && <PollSection title="The poll you opened" polls={[separatePoll]} highlightedId={highlightedId} />}
      {search.filter !== 'politician' && <StopWordsNote q={search.q} />}
      <EndlessList list={list} noun="poll" automatic={false} newCount={list.waiting.filter(isListed).length}>
        <PollList
          kind={onClear ? 'matches' : (search.filter ?? 'all')}
          polls={pages.data && list.rows.filter(isListed)}
          failure={pages.error}
          onRetry={retry}
          onClear={onClear}
          highlightedId={highlightedId}
        />
      </EndlessList>
    </>
  )
}

/**
 * Replaces the card of `/polls/{id}` if it does not exist or fails to load. Renders nothing when the list failed too:
 * the list's own error covers both, and its Try Again also refetches this poll.
 */
function LinkedPollNotice({
  linkedPoll,
  isListShown,
  id,
}: {
  linkedPoll: LinkedPoll
  isListShown: boolean
  id: number | undefined
}) {
  if (linkedPoll.kind !== 'not-found' && (linkedPoll.kind !== 'failed' || !isListShown)) return null
  const notice = (
    <div
      aria-live="polite"
      className="mb-8 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-warning-tint p-4 text-ink"
    >
      <CircleAlert aria-hidden className="size-5 shrink-0 text-warning" />
      {linkedPoll.kind === 'not-found' ? (
        <p className="flex-1">
          <strong>Poll not found.</strong> It may have been removed, or the link is incomplete.
          {isListShown && ' Here are all other polls.'}
        </p>
      ) : (
        <>
          <p className="flex-1">
            <strong>This poll could not be loaded.</strong> All other polls are below.
          </p>
          <Button variant="secondary" size="small" onClick={linkedPoll.retry}>
            Try Again
          </Button>
        </>
      )}
    </div>
  )
  if (linkedPoll.kind !== 'not-found' || id === undefined) return notice
  // Keeps the place, because the list is already shown below.
  const pending = <div className="invisible">{notice}</div>
  return (
    <HeldContent content={{ kind: 'poll', id }} pending={pending} fallback={pending}>
      {notice}
    </HeldContent>
  )
}

const HeldContent = lazyComponent(() => import('#community/held-content.tsx').then((module) => module.HeldContent))

const scrollDelayMs = 500

export type LinkedPoll =
  | { kind: 'none' }
  | { kind: 'loading' }
  | { kind: 'listed' }
  | { kind: 'not-found' }
  | { kind: 'separate'; poll: Poll }
  | { kind: 'failed'; retry: () => void }

/** The poll of `/polls/{id}`. If the first loaded list does not contain it, it is fetched separately. */
function useLinkedPoll(pollIdParam: string | undefined, listedPolls: readonly Poll[] | undefined): LinkedPoll {
  const id = parsePollId(pollIdParam)
  // Decided once per poll, when the list has loaded, so that the card does not change places later.
  const [place, setPlace] = useState<{ id: number; listed: boolean }>()
  if (id !== undefined && listedPolls && place?.id !== id) {
    setPlace({ id, listed: listedPolls.some((poll) => poll.id === id) })
  }
  const separate = id !== undefined && place?.id === id && !place.listed
  const { data, error, refetch } = useQuery({ ...pollQuery(id ?? 0), enabled: separate })

  if (pollIdParam === undefined) return { kind: 'none' }
  if (id === undefined || error?.status === 404) return { kind: 'not-found' }
  if (place?.id !== id) return { kind: 'loading' }
  if (place.listed) return { kind: 'listed' }
  if (data) return { kind: 'separate', poll: data }
  return error ? { kind: 'failed', retry: () => refetch() } : { kind: 'loading' }
}

/**
 * Scrolls the card to the middle of the window and focuses it, half a second after it was rendered. The page does not
 * move once somebody uses it: a press would miss a button that moves.
 */
function useScrollToPoll(id: number | undefined): void {
  useEffect(() => {
    if (id === undefined) return undefined
    let timer = setTimeout(show, scrollDelayMs)
    function show() {
      const card = document.getElementById(pollCardId(id ?? 0))
      // The wording that is drawn for a member may come later.
      if (!card) {
        timer = setTimeout(show, scrollDelayMs)
        return
      }
      const reducedMotion = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches
      // With its results expanded, the card may be taller than the window: then center the options.
      const scrollTarget = card.offsetHeight > window.innerHeight ? (card.querySelector('ul') ?? card) : card
      scrollTarget.scrollIntoView({ block: 'center', behavior: reducedMotion ? 'auto' : 'smooth' })
      // A screen reader may have moved the focus without a key event. The navigation moves it to the heading.
      if (document.activeElement?.matches('body, main, main h1')) card.focus({ preventScroll: true })
    }
    const listeners = new AbortController()
    const stay = () => {
      listeners.abort()
      clearTimeout(timer)
      window.scrollTo({ top: window.scrollY, behavior: 'instant' })
    }
    for (const event of ['pointerdown', 'keydown', 'wheel']) {
      window.addEventListener(event, stay, { signal: listeners.signal, passive: true })
    }
    return () => {
      listeners.abort()
      clearTimeout(timer)
    }
  }, [id])
}
