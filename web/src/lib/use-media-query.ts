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

/**
 * Whether the window is narrower or wider than a breakpoint. Both are true in the first content, which is the same for all windows:
 * what is rendered for one of them hides itself in the other by CSS.
 */
export function useWidth(breakpoint: '48rem' | '64rem'): { isNarrow: boolean; isWide: boolean } {
  const isNarrow = useMediaQuery(`(width < ${breakpoint})`)
  const isWide = useMediaQuery(`(width >= ${breakpoint})`)
  return { isNarrow, isWide }
}
