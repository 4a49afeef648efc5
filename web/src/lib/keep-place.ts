/** Scrolls by as much as a change has moved something, so that it stays under the pointer. The change returns what is in its place. */
export function keepPlace(element: Element | null, change: () => Element | null): void {
  const { style } = document.documentElement
  // Browsers do the same, for an element that they choose, and both would move the page twice.
  style.overflowAnchor = 'none'
  const before = element?.getBoundingClientRect().top ?? 0
  const after = change()?.getBoundingClientRect().top ?? before
  if (after !== before) window.scrollBy({ top: after - before, behavior: 'instant' })
  requestAnimationFrame(() => {
    style.overflowAnchor = ''
  })
}
