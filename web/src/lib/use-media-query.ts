import { useCallback, useSyncExternalStore } from 'react'

/** Below Tailwind's `md`: a phone, or a window as narrow as one. */
export const phone = '(width < 48rem)'

/** Whether the media query matches now. Only for what CSS alone cannot do, such as moving controls into a dialog. */
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
