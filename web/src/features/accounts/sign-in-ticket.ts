import { createStore, useStore } from '#lib/store.ts'

export interface WaitingSignIn {
  ticket: string
  /** The address at which the provider ends its own session later. */
  signOutUrl?: string | null
}

/** A sign-in that waits for the second factor. It is in memory only: after a reload, the sign-in starts again. */
let waiting: WaitingSignIn | undefined
const store = createStore(() => waiting)

export function setWaitingSignIn(next: WaitingSignIn | undefined): void {
  waiting = next
  store.notify()
}

export const useWaitingSignIn = () => useStore(store)
