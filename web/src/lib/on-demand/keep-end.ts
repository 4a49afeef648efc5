/**
 * Scrolls by as much as rows move the end of their list once it has come into the window: who went on to the footer sees nothing
 * move. Only needed where the browser does not do the same (Safari). Returns a stop function.
 */
export function keepEnd(end: Element | null): (() => void) | undefined {
  if (!end) return undefined
  const top = () => end.getBoundingClientRect().top
  let before = top()
  let position = before + scrollY
  const remember = () => {
    before = top()
    position = before + scrollY
  }
  const observer = new ResizeObserver(() => {
    const moved = top() - before
    if (before < innerHeight && Math.abs(moved) >= 1) window.scrollBy({ top: moved, behavior: 'instant' })
    remember()
  })
  // Rows that are new in this frame are not scrolling.
  const follow = () => Math.abs(top() + scrollY - position) < 1 && remember()
  observer.observe(document.body)
  window.addEventListener('scroll', follow, { passive: true })
  const stop = () => {
    observer.disconnect()
    window.removeEventListener('scroll', follow)
  }
  // The last rows are laid out in the next frame.
  return () => void requestAnimationFrame(() => requestAnimationFrame(stop))
}
