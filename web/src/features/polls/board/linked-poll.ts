import type { Poll } from '@wtpu/contract/polls/polls'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { pollQuery } from '#features/polls/api.ts'
import { pollCardId, parsePollId } from '#features/polls/rules.ts'

const scrollDelayMs = 500

export type LinkedPoll =
  | { kind: 'none' }
  | { kind: 'loading' }
  | { kind: 'listed' }
  | { kind: 'not-found' }
  | { kind: 'separate'; poll: Poll }
  | { kind: 'failed'; retry: () => void }

/** The poll of `/polls/{id}`. If the first loaded list does not contain it, it is fetched separately. */
export function useLinkedPoll(pollIdParam: string | undefined, listedPolls: readonly Poll[] | undefined): LinkedPoll {
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

/** Scrolls the card to the middle of the window and focuses it, half a second after it was rendered. */
export function useScrollToPoll(id: number | undefined): void {
  useEffect(() => {
    if (id === undefined) return undefined
    const timer = setTimeout(() => {
      const card = document.getElementById(pollCardId(id))
      const reducedMotion = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches
      // With its results expanded, the card may be taller than the window: then center the options.
      const scrollTarget = card && card.offsetHeight > window.innerHeight ? (card.querySelector('ul') ?? card) : card
      scrollTarget?.scrollIntoView({ block: 'center', behavior: reducedMotion ? 'auto' : 'smooth' })
      // Whoever has begun to use the page keeps the focus.
      if (document.activeElement?.matches('body, main')) card?.focus({ preventScroll: true })
    }, scrollDelayMs)
    return () => clearTimeout(timer)
  }, [id])
}
