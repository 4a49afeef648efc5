/** Scrolls by as much as a change has moved something, so that it stays under the pointer. The change returns what is in its place. */
export function keepPlace(element: Element | null, change: () => Element | null): void {
  const { style } = document.documentElement
  // A browser does the same for an element that it chooses. Together, both would move the page twice.
  style.overflowAnchor = 'none'
  const before = element?.getBoundingClientRect().top
  const place = change()
  const keep = () => {
    const moved = place && before !== undefined ? place.getBoundingClientRect().top - before : 0
    if (Math.abs(moved) >= 1) window.scrollBy({ top: moved, behavior: 'instant' })
  }
  keep()
  // The page was moved twice nevertheless on a busy machine, so its place is corrected after the browser's next frame.
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      keep()
      style.overflowAnchor = ''
    }),
  )
}
