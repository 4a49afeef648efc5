/** What was pressed or focused last, and on which page. */
let last: { element: Element; path: string } | undefined

function remember({ target }: Event): void {
  if (target instanceof Element && target !== document.body) last = { element: target, path: window.location.pathname }
}
for (const type of ['pointerdown', 'focusin'])
  document.addEventListener(type, remember, { capture: true, passive: true })

/**
 * As the ref of what replaces the thing under the thumb: it takes scroll and focus with it. Nothing happens while a page opens, and
 * as long as what was pressed is there. The element needs a `tabIndex` of -1.
 */
export function takePlace(element: HTMLElement | null): void {
  const isGone = last && !last.element.isConnected && last.path === window.location.pathname
  if (isGone && document.activeElement === document.body) element?.focus()
}
