import { useEffect, useRef } from 'react'

/** What follows when a dialog did what it is for: the focus goes to `next`, not back to the button that opened it. */
export function useOutcome(open: boolean, next: () => Element | null) {
  const shown = useRef(open)
  const reached = useRef(false)
  useEffect(() => {
    shown.current = open
  }, [open])
  return {
    /** False for a dialog that was closed meanwhile: whoever closed it goes on with something else. */
    reach(): boolean {
      reached.current = shown.current
      return shown.current
    },
    /** For the dialog. */
    focusAfter(): Element | null {
      if (!reached.current) return null
      reached.current = false
      return next()
    },
  }
}
