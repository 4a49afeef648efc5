import { createStore, useStore } from '#lib/store.ts'

/** The ticket of a sign-in that waits for the second factor. It is in memory only: after a reload, the sign-in starts again. */
let ticket: string | undefined
const store = createStore(() => ticket)

export function setSignInTicket(next: string | undefined): void {
  ticket = next
  store.notify()
}

export const useSignInTicket = () => useStore(store)
