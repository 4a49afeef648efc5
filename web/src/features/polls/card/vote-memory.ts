import { useSyncExternalStore } from 'react'
import { localStore, readJson } from '#lib/storage.ts'
import { now } from '#lib/time.ts'

const key = 'userVotes'
const listeners = new Set<() => void>()

export interface RememberedVote {
  pollId: number
  optionId: number
  timestamp: number
}

/** Specification 3: one vote per poll. A second vote in the same poll is ignored. */
export function rememberVote(vote: { pollId: number; optionId: number }): void {
  const votes = rememberedVotes()
  if (votes.some(({ pollId }) => pollId === vote.pollId)) return
  localStore.write(key, JSON.stringify([...votes, { ...vote, timestamp: now() } satisfies RememberedVote]))
  for (const listener of listeners) listener()
}

/** The votes stored in this browser, shown until the server returns the viewer's votes (decision 43). */
export function useRememberedVotes(): RememberedVote[] {
  // The snapshot is the stored text, because parsing returns a new array each time.
  useSyncExternalStore(subscribe, () => localStore.read(key))
  return rememberedVotes()
}

export function rememberedVotes(): RememberedVote[] {
  const stored = readJson(key)
  return Array.isArray(stored) ? stored.filter(isVote) : []
}

/** Other tabs may write the key, and the session removes it on sign-out. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  window.addEventListener('wtpu-logged-out', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
    window.removeEventListener('wtpu-logged-out', listener)
  }
}

function isVote(entry: unknown): entry is RememberedVote {
  const { pollId, optionId } = (entry ?? {}) as Partial<RememberedVote>
  return typeof pollId === 'number' && typeof optionId === 'number'
}
