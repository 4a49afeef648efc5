/** As much as a toast with its margins takes: with less below the ticker, toasts stand above it. */
const toastRoom = 144

/** Keeps the toasts (`--toast-offset`, from the window's foot) off this element, wherever scrolling brings it. */
export function keepToastsAbove(element: HTMLElement): () => void {
  const root = document.documentElement
  function measure() {
    const { top, bottom } = element.getBoundingClientRect()
    const covered = window.innerHeight - bottom < toastRoom
    root.style.setProperty('--toast-offset', covered ? `${window.innerHeight - top}px` : '0px')
  }
  const stop = new AbortController()
  const size = new ResizeObserver(measure)
  size.observe(element)
  window.addEventListener('scroll', measure, { passive: true, signal: stop.signal })
  window.addEventListener('resize', measure, { signal: stop.signal })
  // It rises into its place.
  element.addEventListener('animationend', measure, { signal: stop.signal })
  return () => {
    stop.abort()
    size.disconnect()
    root.style.removeProperty('--toast-offset')
  }
}
