import { useEffect, useRef } from 'react'

/** Moves focus to `next` after a dialog's action succeeded, instead of back to the button that opened the dialog. */
export function useFocusAfterSuccess(open: boolean, next: () => Element | null) {
  const shown = useRef(open)
  const succeeded = useRef(false)
  useEffect(() => {
    shown.current = open
    return () => void (shown.current = false)
  }, [open])
  return {
    /** Whether the dialog is open now, also if a later render has closed it. */
    isOpen: () => shown.current,
    /** Records the success. Returns false if the dialog was already closed: then focus must not move. */
    succeed(): boolean {
      succeeded.current = shown.current
      return shown.current
    },
    /** Pass to the dialog's `focusAfter`. */
    focusAfter(): Element | null {
      if (!succeeded.current) return null
      succeeded.current = false
      return next()
    },
  }
}
