import { useEffect, useEffectEvent, useState, type FocusEvent, type PointerEvent, type SyntheticEvent } from 'react'
import { createStore, useStore } from '#lib/store.ts'
import { useMediaQuery } from '#lib/use-media-query.ts'

const rotationMs = 8000

const tabIsHidden = createStore(() => document.hidden, [document, 'visibilitychange'])

/**
 * Shows the next item every eight seconds. Pauses while a mouse or pen hovers, while the keyboard focus is inside, while
 * the tab is hidden, and under `prefers-reduced-motion`. A button pauses and resumes it (WCAG 2.2.2).
 */
export function useTickerRotation(keys: readonly string[]) {
  const [shown, show] = useState({ key: '', position: 0, byUser: false })
  const [chosen, setChosen] = useState<'rotate' | 'stop'>()
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const reducedMotion = useMediaQuery('(prefers-reduced-motion: reduce)')
  const hidden = useStore(tabIsHidden)

  // Stored by key, so that a refetch that reorders the list does not swap the item a user is about to click.
  if (shown.key === '' && keys[0] !== undefined) show({ key: keys[0], position: 0, byUser: false })
  const found = keys.indexOf(shown.key)
  const index = found >= 0 ? found : Math.max(0, Math.min(shown.position, keys.length - 1))
  const move = (by: 1 | -1, byUser: boolean) => {
    const position = (index + by + keys.length) % keys.length
    show({ key: keys[position] ?? '', position, byUser })
  }

  const stopped = chosen ? chosen === 'stop' : reducedMotion
  const rotating = keys.length > 1 && !stopped && !hovered && !focused && !hidden
  const showNext = useEffectEvent(() => {
    const isUndoOffered = document.querySelector('[data-undo]') !== null
    if (!isUndoOffered) move(1, false)
  })
  useEffect(() => {
    if (!rotating) return undefined
    const timer = setInterval(() => showNext(), rotationMs)
    return () => clearInterval(timer)
  }, [rotating])

  const updateFocused = ({ target }: SyntheticEvent) =>
    setFocused(target instanceof Element && target.matches(':focus-visible'))

  return {
    index,
    /** The user moved to this item. Only then is it announced to screen readers. */
    byUser: shown.byUser,
    stopped,
    move: (by: 1 | -1) => move(by, true),
    toggle: () => setChosen(stopped ? 'rotate' : 'stop'),
    /** Handlers for the rotating element. */
    pauseHandlers: {
      // A tap fires pointerenter too, but a finger does not hover.
      onPointerEnter: ({ pointerType }: PointerEvent) => setHovered(pointerType !== 'touch'),
      onPointerLeave: () => setHovered(false),
      // A clicked button keeps focus, so only visible focus pauses the rotation.
      onFocus: updateFocused,
      onKeyUp: updateFocused,
      onPointerDown: () => setFocused(false),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
        setFocused(relatedTarget !== null && currentTarget.contains(relatedTarget)),
    },
  }
}
