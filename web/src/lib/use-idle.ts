import { useEffect, useState } from 'react'

/** True once the browser has been idle. Used to load code that the first screen does not need. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    // Safari does not support requestIdleCallback.
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(() => setIdle(true), 2000)
      return () => clearTimeout(timer)
    }
    const callback = requestIdleCallback(() => setIdle(true), { timeout: 4000 })
    return () => cancelIdleCallback(callback)
  }, [])
  return idle
}
