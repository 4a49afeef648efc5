/**
 * Takes the focus of a control that disappears: as the ref of what replaces it, or called before with what is around it.
 * If the focus has moved on by then, it stays where it is. The element needs a `tabIndex` of -1, unless it is a control too.
 */
export function takeFocus(element: HTMLElement | null): void {
  const { activeElement, body } = document
  const isAround = element?.contains(activeElement) ?? false
  if (isAround || activeElement === body) element?.focus({ preventScroll: isAround })
}
