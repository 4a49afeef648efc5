import {
  useEffect,
  useEffectEvent,
  useState,
  useSyncExternalStore,
  type FocusEvent,
  type PointerEvent,
  type SyntheticEvent,
} from 'react'

/** Specification 9. */
const turnMs = 8000

/**
 * Shows the next item every eight seconds. Pauses while a mouse or pen hovers, while the keyboard focus is inside, while
 * the tab is hidden, and under `prefers-reduced-motion`; its button stops and starts it (WCAG 2.2.2).
 */
export function useTickerRotation(keys: readonly string[]) {
  const [shown, show] = useState({ key: '', place: 0, byHand: false })
  const [wanted, setWanted] = useState<boolean>()
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const reduced = useReducedMotion()
  const hidden = useSyncExternalStore(onVisibility, () => document.hidden)

  // By key, not by place: a refetch that moves the list must not put another official under the finger.
  if (shown.key === '' && keys[0] !== undefined) show({ key: keys[0], place: 0, byHand: false })
  const found = keys.indexOf(shown.key)
  const index = found >= 0 ? found : Math.max(0, Math.min(shown.place, keys.length - 1))
  const turn = (by: 1 | -1, byHand: boolean) => {
    const place = (index + by + keys.length) % keys.length
    show({ key: keys[place] ?? '', place, byHand })
  }

  const stopped = !(wanted ?? !reduced)
  const rotating = keys.length > 1 && !stopped && !pointed && !focused && !hidden
  const turnOn = useEffectEvent(() => turn(1, false))
  useEffect(() => {
    if (!rotating) return undefined
    const timer = setInterval(() => turnOn(), turnMs)
    return () => clearInterval(timer)
  }, [rotating])

  const followVisibleFocus = ({ target }: SyntheticEvent) =>
    setFocused(target instanceof Element && target.matches(':focus-visible'))

  return {
    index,
    /** Somebody turned to it: then it may be announced. */
    byHand: shown.byHand,
    stopped,
    move: (by: 1 | -1) => turn(by, true),
    toggle: () => setWanted(stopped),
    /** Handlers for the rotating element. */
    pauseHandlers: {
      // A tap also enters, but a finger does not hover.
      onPointerEnter: ({ pointerType }: PointerEvent) => setPointed(pointerType !== 'touch'),
      onPointerLeave: () => setPointed(false),
      // A click leaves its button focused, too: only focus that the browser shows pauses the rotation.
      onFocus: followVisibleFocus,
      onKeyUp: followVisibleFocus,
      onPointerDown: () => setFocused(false),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
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
