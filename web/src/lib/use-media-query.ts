import { useMemo } from 'react'
import { createStore, useStore } from './store.ts'

/** Narrower than Tailwind's `md` breakpoint. */
export const phoneMediaQuery = '(width < 48rem)'

/** Whether the media query matches. Use it only where CSS is not enough, such as to move controls into a dialog. */
export function useMediaQuery(query: string): boolean {
  const store = useMemo(() => {
    const list = window.matchMedia(query)
    return createStore(() => list.matches, [list, 'change'])
  }, [query])
  return useStore(store)
}
