/** The height of a toast with margins, in pixels. With less space below the ticker, toasts are shown above it. */
const toastHeight = 144

/** Keeps toasts from covering the element while it scrolls. Sets `--toast-offset`, measured from the window's bottom. */
export function keepToastsAbove(element: HTMLElement): () => void {
  const root = document.documentElement
  function measure() {
    const { top, bottom } = element.getBoundingClientRect()
    const overlaps = top < window.innerHeight && window.innerHeight - bottom < toastHeight
    if (overlaps) root.style.setProperty('--toast-offset', `${window.innerHeight - top}px`)
    else root.style.removeProperty('--toast-offset')
  }
  const listeners = new AbortController()
  const resizeObserver = new ResizeObserver(measure)
  resizeObserver.observe(element)
  // The bar of members appears below the element later, and the page above it grows.
  resizeObserver.observe(root, { box: 'border-box' })
  window.addEventListener('scroll', measure, { passive: true, signal: listeners.signal })
  window.addEventListener('resize', measure, { signal: listeners.signal })
  // The element moves into place with an animation.
  element.addEventListener('animationend', measure, { signal: listeners.signal })
  return () => {
    listeners.abort()
    resizeObserver.disconnect()
    root.style.removeProperty('--toast-offset')
  }
}
