import { useCallback, useSyncExternalStore } from 'react'

/** Narrower than Tailwind's `md` breakpoint. */
export const phoneMediaQuery = '(width < 48rem)'

/** Whether the media query matches. Use it only where CSS is not enough, such as to move controls into a dialog. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
