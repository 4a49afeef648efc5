import type { Poll } from '@wtpu/contract/polls'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { pollQuery } from '#features/polls/api.ts'
import { pollCardId, parsePollId } from '#features/polls/rules.ts'

/** Specification 9. */
const scrollDelay = 500

export type LinkedPoll =
  | { kind: 'none' }
  | { kind: 'loading' }
  | { kind: 'listed' }
  | { kind: 'unknown' }
  | { kind: 'apart'; poll: Poll }
  | { kind: 'failed'; retry: () => void }

/** The poll of `/polls/{id}`: in the list that was loaded first, or fetched apart from it, or not there at all. */
export function useLinkedPoll(address: string | undefined, listed: readonly Poll[] | undefined): LinkedPoll {
  const id = parsePollId(address)
  // Decided once per poll, when the list is here: a card that changed places later would jump.
  const [place, setPlace] = useState<{ id: number; listed: boolean }>()
  if (id !== undefined && listed && place?.id !== id) {
    setPlace({ id, listed: listed.some((poll) => poll.id === id) })
  }
  const apart = id !== undefined && place?.id === id && !place.listed
  const { data, error, refetch } = useQuery({ ...pollQuery(id ?? 0), enabled: apart })

  if (address === undefined) return { kind: 'none' }
  if (id === undefined || error?.status === 404) return { kind: 'unknown' }
  if (place?.id !== id) return { kind: 'loading' }
  if (place.listed) return { kind: 'listed' }
  if (data) return { kind: 'apart', poll: data }
  return error ? { kind: 'failed', retry: () => void refetch() } : { kind: 'loading' }
}

/** Brings the card to the middle of the window, and the keyboard with it, half a second after it is there. */
export function useScrollToPoll(id: number | undefined): void {
  useEffect(() => {
    if (id === undefined) return undefined
    const timer = setTimeout(() => {
      const card = document.getElementById(pollCardId(id))
      const still = window.matchMedia?.('(prefers-reduced-motion: reduce)').matches
      // Of a card higher than the window, its results open, the ballot is what belongs in the middle.
      const middle = card && card.offsetHeight > window.innerHeight ? (card.querySelector('ul') ?? card) : card
      middle?.scrollIntoView({ block: 'center', behavior: still ? 'auto' : 'smooth' })
      if (!document.activeElement?.matches('a, button, input, select, textarea')) card?.focus({ preventScroll: true })
    }, scrollDelay)
    return () => clearTimeout(timer)
  }, [id])
}
