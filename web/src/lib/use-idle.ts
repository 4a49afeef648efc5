import { useEffect, useState } from 'react'

/** True once the page has loaded and has nothing better to do: the time for what the first screen can do without. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    // Safari has no idle callback.
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(() => setIdle(true), 2000)
      return () => clearTimeout(timer)
    }
    const callback = requestIdleCallback(() => setIdle(true), { timeout: 4000 })
    return () => cancelIdleCallback(callback)
  }, [])
  return idle
}
