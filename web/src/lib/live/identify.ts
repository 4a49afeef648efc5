import { identifyStream } from '@wtpu/contract/notifications/notifications'
import { call } from '#lib/api/api.ts'
import { isPermanentFailure } from '#lib/api/request.ts'
import { getSession, onSessionChange } from '#lib/session/session.ts'

const retryMs = 5_000

/**
 * Connects the live stream with the viewer by its latest ticket: at once if they are signed in, otherwise once they sign in.
 * Each ticket is sent once, unless the call failed.
 */
export function identifyStreams() {
  let ticket: string | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  async function redeem() {
    clearTimeout(timer)
    const current = ticket
    if (current === undefined || !getSession()) return
    ticket = undefined
    try {
      await call(identifyStream, { body: { ticket: current } })
    } catch (failure) {
      if (isPermanentFailure(failure)) return
      ticket ??= current
      timer = setTimeout(() => void redeem(), retryMs)
    }
  }
  const stopWatching = onSessionChange(() => void redeem())
  return {
    onTicket: (next: string) => {
      ticket = next
      void redeem()
    },
    stop: () => {
      clearTimeout(timer)
      stopWatching()
    },
  }
}
