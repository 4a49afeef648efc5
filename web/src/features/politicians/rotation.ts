import { useEffect, useState, useSyncExternalStore } from 'react'

/** Specification 9. */
const turn = 8000

/**
 * Takes turns by the clock. It rests while somebody points at it or works in it, while the tab is hidden, and where the
 * system asks for less motion; its button stops and starts it (WCAG 2.2.2).
 */
export function useRotation(count: number) {
  const [{ index, byHand }, turnTo] = useState({ index: 0, byHand: false })
  const [wanted, setWanted] = useState<boolean>()
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const reduced = useReducedMotion()
  const hidden = useSyncExternalStore(onVisibility, () => document.hidden)

  const stopped = !(wanted ?? !reduced)
  const rotating = count > 1 && !stopped && !pointed && !focused && !hidden
  useEffect(() => {
    if (!rotating) return undefined
    const timer = setTimeout(() => turnTo({ index: (index + 1) % count, byHand: false }), turn)
    return () => clearTimeout(timer)
  }, [rotating, index, count])

  return {
    // The list may have become shorter.
    index: count === 0 ? 0 : index % count,
    /** Somebody turned to it: then it may be announced. */
    byHand,
    stopped,
    move: (by: 1 | -1) => turnTo({ index: (index + by + count) % count, byHand: true }),
    toggle: () => setWanted(stopped),
    /** For the element that rotates. */
    rest: {
      onPointerEnter: () => setPointed(true),
      onPointerLeave: () => setPointed(false),
      onFocus: () => setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }: React.FocusEvent) =>
        setFocused(relatedTarget !== null && currentTarget.contains(relatedTarget)),
    },
  }
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}

const lessMotion = '(prefers-reduced-motion: reduce)'

function useReducedMotion(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(lessMotion)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => window.matchMedia(lessMotion).matches,
  )
}
