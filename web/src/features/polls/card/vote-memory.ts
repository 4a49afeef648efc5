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

/** Specification 3: one vote per poll; a further one for the same poll is ignored. */
export function rememberVote(vote: { pollId: number; optionId: number }): void {
  const votes = rememberedVotes()
  if (votes.some(({ pollId }) => pollId === vote.pollId)) return
  localStore.write(key, JSON.stringify([...votes, { ...vote, timestamp: now() } satisfies RememberedVote]))
  for (const listener of listeners) listener()
}

/** This browser's memory: a first paint until the server has said what the viewer voted (decision 43). */
export function useRememberedVotes(): RememberedVote[] {
  // The stored text is the snapshot: equal text is equal votes, while parsing makes a new array each time.
  useSyncExternalStore(subscribe, () => localStore.read(key))
  return rememberedVotes()
}

export function rememberedVotes(): RememberedVote[] {
  const stored = readJson(key)
  return Array.isArray(stored) ? stored.filter(isVote) : []
}

/** The session clears the key on logout; other tabs may write it. */
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
