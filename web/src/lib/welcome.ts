import { localStore } from '#lib/storage.ts'
import { createStore, useStore } from '#lib/store.ts'

/** Removed on sign-out, like other personal data (session.ts). */
const key = 'wtpu-welcome'

/** The step that a new member is at, from 1, in the browser in which they registered. 0 once the steps are done or closed. */
const step = createStore(() => Number(localStore.read(key)), [window, 'storage'])

export const useWelcomeStep = (): number => useStore(step)

/** Shows this step on Home, or none. */
export function showWelcome(next: number): void {
  if (next === 0) localStore.remove(key)
  else localStore.write(key, String(next))
  step.notify()
}
