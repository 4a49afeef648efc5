import { useRef, useState } from 'react'

/** Another device may change the same value, so that calls that toggle never reach the pending one. Then the server wins. */
const maxMissed = 4

/**
 * A value that a click changes at once, before the server has confirmed it. One request runs at a time: clicks during a
 * request only change the pending value, and the last one is sent when the request is done. After a failure, the value of
 * the server is shown again.
 *
 * @param send Must resolve after `value` was updated. If it rejects, it must have reported the failure.
 * @param read The value of the server after a call, if it may differ from the one that was sent.
 */
export function usePendingValue<T extends boolean | number>(
  value: T,
  send: (next: T) => Promise<unknown>,
  read?: () => T,
): [shown: T, change: (next: (shown: T) => T) => void] {
  const [shownPending, setShownPending] = useState<T>()
  const pending = useRef<T>(undefined)

  async function sendPending() {
    let saved = value
    try {
      for (let missed = 0; missed < maxMissed && pending.current !== undefined && pending.current !== saved;) {
        const next = pending.current
        await send(next)
        saved = read ? read() : next
        if (saved !== next) missed++
      }
    } catch {
      // Roll back, below.
    }
    pending.current = undefined
    setShownPending(undefined)
  }

  function change(next: (shown: T) => T) {
    const isSending = pending.current !== undefined
    pending.current = next(pending.current ?? value)
    setShownPending(pending.current)
    if (!isSending) void sendPending()
  }
  return [shownPending ?? value, change]
}
