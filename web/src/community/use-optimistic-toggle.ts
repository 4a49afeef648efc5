import { useRef, useState } from 'react'

/**
 * A value that a click flips at once, before the server has confirmed it. One request runs at a time: clicks during a
 * request only change the wish, and the last wish is sent when the request is done. After a failure, the value of the
 * server is shown again.
 *
 * @param send Must resolve after `value` was updated. If it rejects, it must have reported the failure.
 */
export function useOptimisticToggle(
  value: boolean,
  send: (wish: boolean) => Promise<unknown>,
): [shown: boolean, toggle: () => void] {
  const [shownWish, setShownWish] = useState<boolean>()
  const wish = useRef<boolean>(undefined)
  const sending = useRef(false)

  async function sendWishes() {
    let saved = value
    try {
      while (wish.current !== undefined && wish.current !== saved) {
        const next = wish.current
        await send(next)
        saved = next
      }
    } catch {
      // Roll back, below.
    }
    sending.current = false
    wish.current = undefined
    setShownWish(undefined)
  }

  function toggle() {
    wish.current = !(wish.current ?? value)
    setShownWish(wish.current)
    if (sending.current) return
    sending.current = true
    void sendWishes()
  }
  return [shownWish ?? value, toggle]
}
