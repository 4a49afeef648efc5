import { liveUpdates } from '#lib/stored-switch.ts'

/** Whether the live stream is connected. While it is, queries do not refetch at their intervals. */
let connected = false

export const isConnected = () => connected

/** Called by the live stream, whose code loads after the page (`live-updates.ts`). */
export function setConnected(next: boolean): void {
  connected = next
}

/**
 * A `refetchInterval` of `ms` that applies only while the live stream is disconnected, and not paused. Queries in error
 * keep the interval, to retry refetches that failed after an invalidation.
 */
export function refetchEvery(ms: number): (query: { state: { status: string } }) => number | false {
  return ({ state }) => ((connected || !liveUpdates.isOn()) && state.status !== 'error' ? false : ms)
}

const maxDelayMs = 2000

/** Spreads what all browsers do after the same event over two seconds. */
export function randomDelayMs(): number {
  return Math.random() * maxDelayMs
}
